import { describe, expect, it } from 'vitest'
import { parsePointReply } from './model-reply.ts'

const point = (x: number, y: number, fraction = false) => ({ found: true, x, y, fraction })

describe('a grounding model’s reply is read in the form that it has', () => {
  it.each([
    ['(512, 384)', point(512, 384)],
    ['The button is at (512, 384).', point(512, 384)],
    ['In window 2 of 3 it is at [512, 384]', point(512, 384)],
    ['512, 384', point(512, 384)],
    ['（512，384）', point(512, 384)],
    ['(512.5, 384.25)', point(512.5, 384.25)],
    ['(-20, 384)', point(-20, 384)],
    ['(0.25, 0.5)', point(0.25, 0.5, true)],
    ['(1, 1)', point(1, 1)],
    ['<point>512 384</point>', point(512, 384)],
    ['<point>512,384', point(512, 384)],
    ['<box>1,2,3,4</box>', point(2, 3)],
    ['<box>1,2,3,4', point(2, 3)],
    ['<bbox>10 20 30 40</bbox>', point(20, 30)],
    ["click(start_box='(512,384)')", point(512, 384)],
    [
      "Thought: I click 1 of 2.\nAction: click(start_box='<|box_start|>(512,384)<|box_end|>')",
      point(512, 384),
    ],
    ["click(point='<point>512 384</point>')", point(512, 384)],
    ["click(start_box='[100,200,300,400]')", point(200, 300)],
    ['{"x": 512, "y": 384}', point(512, 384)],
    ['{"x": "512", "y": "384"}', point(512, 384)],
    ['x=512, y=384', point(512, 384)],
    ['```json\n[{"point_2d": [512, 384], "label": "OK 2"}]\n```', point(512, 384)],
    ['{"bbox_2d": [100, 200, 300, 400]}', point(200, 300)],
    ['[{"box_2d": [200, 100, 400, 300]}]', point(200, 300)],
    ['<think>maybe (1, 2) or (3, 4)</think>(512, 384)', point(512, 384)],
    ['It is at (512, 384), so: (512, 384)', point(512, 384)],
  ])('%j', (reply, wanted) => {
    expect(parsePointReply(reply)).toEqual(wanted)
  })

  it.each([
    ['the 2 buttons of row 3'],
    ['(512)'],
    ['(1,024, 500)'],
    ['(50%, 30%)'],
    ['(1, 2) or (3, 4)'],
    ['<box>1,2,3</box>'],
    ['click("OK")'],
    [''],
    ['at 12:30 on the 4th'],
    ['Error: LLM call failed after 3 tries, 1 s apart'],
    ['1'.repeat(100_000)],
    [`1${' '.repeat(100_000)}x`],
  ])('and what is not one point is refused: %j', (reply) => {
    expect(parsePointReply(reply)).toEqual({ found: false, why: 'fault' })
  })

  it('“none” says that it is not there', () => {
    expect(parsePointReply('None.')).toEqual({ found: false, why: 'none' })
  })
})
