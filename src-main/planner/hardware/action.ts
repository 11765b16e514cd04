// Defines the action schema of seed 004: what Grounding gives to the HardwareInterface. Fields, spelling and defaults are the
// dataclasses'; points are in the screen space of the desktop, seconds are seconds.
import { z } from 'zod'

const point = z.tuple([z.number().int(), z.number().int()])
const keys = z.array(z.string().min(1))
export const mouseButtonSchema = z.enum(['left', 'middle', 'right'])

const action = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

export const actionSchema = z.discriminatedUnion('type', [
  action('Click', {
    xy: point,
    element_description: z.string().default(''),
    num_clicks: z.number().int().min(1).max(3).default(1),
    button_type: mouseButtonSchema.default('left'),
    hold_keys: keys.nullable().default(null),
  }),
  action('SwitchApp', { app_code: z.string().min(1) }),
  action('Open', {
    app_or_filename: z.string().min(1),
    /** Opens the file; null leaves the choice to the system. */
    application: z.string().min(1).nullable().default(null),
  }),
  action('TypeText', {
    text: z.string(),
    element_description: z.string().default(''),
    xy: point.nullable().default(null),
    overwrite: z.boolean().default(false),
    enter: z.boolean().default(false),
  }),
  action('SaveToKnowledge', { text: z.array(z.string()).min(1) }),
  action('Drag', {
    start: point,
    end: point,
    hold_keys: keys.default([]),
    starting_description: z.string().default(''),
    ending_description: z.string().default(''),
  }),
  action('HighlightTextSpan', {
    start: point,
    end: point,
    starting_phrase: z.string().default(''),
    ending_phrase: z.string().default(''),
  }),
  /** `clicks`: positive is up, or left when it is horizontal. */
  action('Scroll', {
    xy: point,
    element_description: z.string().default(''),
    clicks: z.number().int(),
    vertical: z.boolean().default(true),
  }),
  action('Hotkey', { keys: keys.min(1) }),
  action('HoldAndPress', { hold_keys: keys, press_keys: keys.min(1) }),
  action('Wait', { seconds: z.number().min(0) }),
  action('Done', { return_value: z.unknown().default(null) }),
  action('Fail', {}),
  action('Screenshot', {}),
  /** Beyond the seed: a call of a tool that needs no place on the screen. */
  action('Tool', { name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) }),
])
export type Action = z.output<typeof actionSchema>
export type ActionType = Action['type']
export type ActionOf<T extends ActionType> = Extract<Action, { type: T }>
