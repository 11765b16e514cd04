// What the stand-in uses of the `x11` package beyond what Deskhand itself does (src-main/platform/linux/x11/x11-package.d.ts).
declare module 'x11' {
  interface Shape {
    Kind: { Bounding: number; Clip: number; Input: number }
    Op: { Set: number }
    Rectangles(
      operation: number,
      kind: number,
      window: number,
      x: number,
      y: number,
      rectangles: [number, number, number, number][],
    ): void
    Mask(operation: number, kind: number, window: number, x: number, y: number, bitmap: number): void
  }

  interface XEvent {
    keycode?: number
    buttons?: number
  }

  interface Client {
    require(name: 'shape', reply: Reply<Shape>): void
    MoveResizeWindow(window: number, x: number, y: number, width: number, height: number): void
    GrabKey(
      window: number,
      ownerEvents: number,
      modifiers: number,
      keycode: number,
      pointerMode: number,
      keyboardMode: number,
    ): void
    UngrabKey(window: number, keycode: number, modifiers: number): void
  }
}
