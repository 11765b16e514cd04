// Defines what the steps of the first start have in common.
import type { ReactNode } from 'react'

/** Saves what was chosen in a step. Throws the program's fault. */
export type Save = () => Promise<void>

export interface StepProps {
  /** Draws the step with its foot: `save` is done by its main button; `chosen` is what it would save, to which a fault belongs. */
  frame: (content: ReactNode, save: Save, chosen: unknown) => ReactNode
}

/** Thrown when something is missing: the step stays, and shows it at its fields. */
export class NotWhole extends Error {}

export const StepHead = ({ title, text }: { title: string; text: string }) => (
  <>
    <h1 className="text-xl font-[650] tracking-[-0.015em]">{title}</h1>
    <p className="mt-1 text-ink-2">{text}</p>
  </>
)
