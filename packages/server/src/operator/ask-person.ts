import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure } from './operator-failure.ts'

/** The person at the terminal left instead of answering. */
export class Cancelled extends OperatorFailure {
  constructor() {
    super('cancelled; nothing was changed')
  }
}

/**
 * The answer to a prompt. Throws `Cancelled` after Ctrl-C, Escape and Ctrl-D: the prompts themselves wait for ever
 * for an input that has ended.
 */
export async function askPerson(
  { stdin, signal }: Pick<OperatorDeps, 'stdin' | 'signal'>,
  prompt: (signal: AbortSignal) => Promise<string | symbol>,
): Promise<string> {
  const left = new AbortController()
  const leave = () => left.abort()
  const hearKey = (_text: unknown, key: { ctrl?: boolean; name?: string } | undefined) => {
    if (key?.ctrl === true && key.name === 'd') leave()
  }
  stdin.on('keypress', hearKey)
  stdin.once('end', leave)
  try {
    const answer = await prompt(AbortSignal.any([left.signal, signal]))
    if (typeof answer === 'symbol') throw new Cancelled()
    return answer
  } finally {
    stdin.off('keypress', hearKey)
    stdin.off('end', leave)
  }
}
