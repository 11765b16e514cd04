// Asks the models of programs that call: each question goes out as a push, and only the program that was asked may answer it by a
// call.
import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '../../src-preload/contract/calls.ts'
import { UserError } from '../core/errors.ts'
import type { AskClient } from '../models/client-model.ts'
import type { Caller } from './handler.ts'

interface Open extends PromiseWithResolvers<{ text: string; model: string }> {
  caller: Caller
}

export class ClientModels {
  readonly #open = new Map<string, Open>()

  of(caller: Caller): AskClient {
    return async (question, signal) => {
      const ask = randomUUID()
      const open: Open = { ...Promise.withResolvers<{ text: string; model: string }>(), caller }
      this.#open.set(ask, open)
      using _gone = caller.onGone(() => open.reject(new UserError('The program has gone.')))
      const stop = () => open.reject(signal.reason)
      signal.addEventListener('abort', stop, { once: true })
      try {
        caller.push({ push: 'ask_model', ask, question })
        return await open.promise
      } finally {
        signal.removeEventListener('abort', stop)
        this.#open.delete(ask)
      }
    }
  }

  /** Ignores an answer to a question that is no longer open, or that is not this caller's. */
  answer({ ask, answer, why }: ParsedInput<'answer_model'>, caller: Caller): void {
    const open = this.#open.get(ask)
    if (open?.caller !== caller) return
    if (answer) open.resolve(answer)
    else open.reject(new UserError(why || 'It gave no answer.'))
  }
}
