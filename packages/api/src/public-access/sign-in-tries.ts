import type { SignInTarget, TryGates, TryOutcome, TryPass } from './try-gates.ts'

export type SignInTries = {
  /**
   * Has a try judged by `isRight`, unless the visitor had too many wrong ones, at whatever target: then the answer is
   * how long to wait. A try is wrong when it was judged so, and not before: many right ones at once all enter. Those
   * that together could be too many wait for each other, so that many wrong ones at once cannot slip through.
   *
   * `isAtHome`: the visitor is where the target is at home, and does not wait for what others guess at it.
   */
  attempt(
    key: { visitor: string; target: SignInTarget; isAtHome?: boolean },
    isRight: () => Promise<boolean>,
  ): Promise<{ retryAfterSeconds: number } | { isRight: boolean }>
}

const unguarded: TryPass = { wrongBefore: 0, leave: () => undefined }

/** One for all forms of the server. */
export function createSignInTries(gates: TryGates): SignInTries {
  return {
    async attempt({ visitor, target, isAtHome = false }, isRight) {
      const atVisitor = await gates.enter({ kind: 'visitor', name: visitor })
      if ('retryAfterSeconds' in atVisitor) return atVisitor
      let outcome: TryOutcome = 'none'
      try {
        const { wrongBefore } = atVisitor
        const atTarget = isAtHome ? unguarded : await gates.enter({ ...target, wrongBefore })
        if ('retryAfterSeconds' in atTarget) return atTarget
        try {
          outcome = (await isRight()) ? 'right' : 'wrong'
          return { isRight: outcome === 'right' }
        } finally {
          await atTarget.leave(outcome)
        }
      } finally {
        await atVisitor.leave(outcome)
      }
    },
  }
}
