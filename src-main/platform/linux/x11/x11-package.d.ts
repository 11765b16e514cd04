// Declares the types of the part of the `x11` package that Deskhand uses; the package brings none. Requests without a reply
// report their errors through the client's `error` event. A callback that returns true has dealt with its error.
declare module 'x11' {
  import type { EventEmitter } from 'node:events'

  type Reply<T> = (error: Error | null | undefined, value: T) => boolean | void

  interface Property {
    type: number
    format: number
    bytesAfter: number
    data: Buffer
  }

  interface Geometry {
    xPos: number
    yPos: number
    width: number
    height: number
    borderWidth: number
    depth: number
  }

  interface WindowAttributes {
    /** 1 InputOutput, 2 InputOnly. */
    klass: number
    /** 0 unmapped, 1 unviewable, 2 viewable. */
    mapState: number
    overrideRedirect: number
  }

  interface XEvent {
    name?: string
    type: number
    seq: number
    wid?: number
    window?: number
    atom?: number
    state?: number
    time?: number
    owner?: number
    requestor?: number
    selection?: number
    target?: number
    property?: number
    damage?: number
    area?: { x: number; y: number; w: number; h: number }
    geometry?: { x: number; y: number; w: number; h: number }
  }

  interface XError extends Error {
    error: number
    seq: number
    majorOpcode: number
    badParam: number
  }

  interface XTest {
    KeyPress: number
    KeyRelease: number
    ButtonPress: number
    ButtonRelease: number
    MotionNotify: number
    FakeInput(type: number, detail: number, time: number, window: number, x: number, y: number): void
  }

  interface Damage {
    ReportLevel: { RawRectangles: number; DeltaRectangles: number; BoundingBox: number; NonEmpty: number }
    Create(damage: number, drawable: number, level: number): void
    Destroy(damage: number): void
    Subtract(damage: number, repair: number, parts: number): void
  }

  interface Xinerama {
    QueryScreens(reply: Reply<{ x: number; y: number; width: number; height: number }[]>): void
  }

  interface Composite {
    Redirect: { Automatic: number; Manual: number }
    RedirectWindow(window: number, update: number): void
    RedirectSubwindows(window: number, update: number): void
    UnredirectSubwindows(window: number): void
    NameWindowPixmap(window: number, pixmap: number): void
  }

  interface Shape {
    Kind: { Bounding: number; Clip: number; Input: number }
    Op: { Set: number }
    Rectangles(
      op: number,
      kind: number,
      window: number,
      x: number,
      y: number,
      rectangles: [number, number, number, number][],
    ): void
    SelectInput(window: number, on: boolean): void
    GetRectangles(
      window: number,
      kind: number,
      reply: Reply<{ rectangles: [number, number, number, number][] }>,
    ): void
  }

  interface Fixes {
    SelectionEventMask: { SetSelectionOwner: number }
    SelectSelectionInput(window: number, selection: number, eventMask: number): void
  }

  interface Client extends EventEmitter {
    seq_num: number
    atoms: Record<string, number>
    atom_names: Record<string, string>
    AllocID(): number
    ReleaseID(id: number): void
    terminate(): void
    require(name: 'xtest', reply: Reply<XTest>): void
    require(name: 'damage', reply: Reply<Damage>): void
    require(name: 'xinerama', reply: Reply<Xinerama>): void
    require(name: 'composite', reply: Reply<Composite>): void
    require(name: 'shape', reply: Reply<Shape>): void
    require(name: 'fixes', reply: Reply<Fixes>): void
    InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void
    GetAtomName(atom: number, reply: Reply<string>): void
    GetProperty(
      remove: number,
      window: number,
      name: number,
      type: number,
      longOffset: number,
      longLength: number,
      reply: Reply<Property>,
    ): void
    ChangeProperty(
      mode: number,
      window: number,
      name: number,
      type: number,
      units: number,
      data: Buffer,
    ): void
    DeleteProperty(window: number, name: number): void
    GetGeometry(drawable: number, reply: Reply<Geometry>): void
    GetWindowAttributes(window: number, reply: Reply<WindowAttributes>): void
    QueryTree(window: number, reply: Reply<{ root: number; parent: number; children: number[] }>): void
    TranslateCoordinates(
      source: number,
      destination: number,
      x: number,
      y: number,
      reply: Reply<{ child: number; destX: number; destY: number }>,
    ): void
    QueryPointer(
      window: number,
      reply: Reply<{ child: number; rootX: number; rootY: number; keyMask: number }>,
    ): void
    RaiseWindow(window: number): void
    LowerWindow(window: number): void
    MoveWindow(window: number, x: number, y: number): void
    ClearArea(window: number, x: number, y: number, width: number, height: number, exposures: number): void
    FreePixmap(pixmap: number): void
    SetInputFocus(window: number, revertTo: number): void
    GetInputFocus(reply: Reply<{ focus: number; revertTo: number }>): void
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      reply: Reply<{ depth: number; data: Buffer }>,
    ): void
    GetKeyboardMapping(first: number, count: number, reply: Reply<number[][]>): void
    ChangeKeyboardMapping(first: number, keysymsPerKeycode: number, keysyms: number[]): void
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      border: number,
      depth: number,
      kind: number,
      visual: number,
      values: Record<string, number>,
    ): void
    ChangeWindowAttributes(window: number, values: Record<string, number>): void
    MapWindow(window: number): void
    UnmapWindow(window: number): void
    DestroyWindow(window: number): void
    GetSelectionOwner(selection: number, reply: Reply<number>): void
    SetSelectionOwner(owner: number, selection: number, time: number): void
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time: number,
    ): void
    SendEvent(destination: number, propagate: number, mask: number, event: Record<string, unknown>): void
    SendClientMessage(
      destination: number,
      window: number,
      type: number,
      format: number,
      data: number[],
      mask?: number,
    ): void
  }

  interface Display {
    client: Client
    screen: { root: number; pixel_width: number; pixel_height: number }[]
    min_keycode: number
    max_keycode: number
    resource_mask: number
    image_byte_order: number
    max_request_length: number
    format: Record<number, { bits_per_pixel: number; scanline_pad: number }>
  }

  function createClient(
    options: {
      display: string
      auth: { name: string; data: string }
      bufferRequests?: { flushOnReply: boolean }
      shm?: boolean
    },
    ready: (error: Error | null | undefined, display: Display) => void,
  ): Client
}

declare module 'x11/lib/keysyms.js' {
  const keySyms: Record<string, number | { code: number; description: string | null }>
  export = keySyms
}
