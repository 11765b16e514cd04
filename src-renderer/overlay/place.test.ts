import { describe, expect, test } from 'vitest'
import { inWindow, placeOf } from './place.ts'

const own = { screenX: 1920, screenY: 10, devicePixelRatio: 1.5 }

describe('the place of the overlay', () => {
  test('is what the hash says, in screen pixels', () => {
    expect(placeOf('#x=1920&y=-40&scale=2&run=a%20b', own)).toEqual({ x: 1920, y: -40, scale: 2, run: 'a b' })
  })

  test('is where the window is when nothing or nonsense is said', () => {
    const here = { x: 2880, y: 15, scale: 1.5, run: null }
    expect(placeOf('', own)).toEqual(here)
    expect(placeOf('#x=&y=left&scale=NaN', own)).toEqual(here)
    expect(placeOf('#scale=0', own).scale).toBe(1)
  })

  test('a point of the screen lands on the same pixel of the window', () => {
    expect(inWindow({ x: 2020, y: 160 }, { x: 1920, y: -40, scale: 2, run: null })).toEqual({ x: 50, y: 100 })
  })
})
