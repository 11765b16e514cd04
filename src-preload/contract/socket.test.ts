import { expect, test } from 'vitest'
import { packFrame, unpackFrame, type FramePush } from './socket.ts'

const frame: FramePush = {
  push: 'frame',
  run: 'Müller 你好',
  type: 'image/jpeg',
  data: Uint8Array.of(0xff, 0xd8, 0, 1, 2, 0xff, 0xd9),
  width: 1280,
  height: 800,
  bounds: { x: -1280, y: 0, width: 1280, height: 800 },
  taken_over: false,
}

test('a frame comes out as it went in, also out of a larger buffer', () => {
  const message = packFrame(frame)
  expect(unpackFrame(message)).toEqual(frame)
  expect(unpackFrame(message.buffer as ArrayBuffer)).toEqual(frame)
  const inside = new Uint8Array(message.length + 8)
  inside.set(message, 5)
  expect(unpackFrame(inside.subarray(5, 5 + message.length))).toEqual(frame)
})

test('bytes that are no frame are refused', () => {
  const message = packFrame(frame)
  expect(() => unpackFrame(message.subarray(0, 20))).toThrow('cut off')
  expect(() => unpackFrame(Uint8Array.of(1, 2))).toThrow()
  expect(() => unpackFrame(Uint8Array.of(0, 0, 0, 2, 0x7b, 0x7b))).toThrow()
})
