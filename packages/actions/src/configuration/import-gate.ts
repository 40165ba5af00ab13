import { Refusal } from '../refusal.ts'
import { anotherImport } from './write-import.ts'

/** Most imports take seconds. */
const retryAfterSeconds = 5

/** The right to import, from before the document is read until it is written. */
export type ImportTurn = {
  /** Keeps the turn until the work has ended, whether or not anybody waits for it. */
  work<Result>(act: () => Promise<Result>): Promise<Result>
  /** For whoever is refused, or goes, before there is work. */
  leaveUnlessWorking(): void
}

/**
 * One import of this server at a time, dry runs included: each may take hundreds of megabytes. Two into one account
 * would make everything twice.
 */
export function createImportGate(): { enter(accountId: string): ImportTurn } {
  let current: { accountId: string } | null = null

  return {
    enter(accountId) {
      if (current !== null) throw current.accountId === accountId ? anotherImport() : serverImports()
      const own = { accountId }
      let isWorking = false
      current = own
      const leave = () => {
        if (current === own) current = null
      }
      return {
        async work(act) {
          isWorking = true
          try {
            return await act()
          } finally {
            isWorking = false
            leave()
          }
        },
        leaveUnlessWorking() {
          if (!isWorking) leave()
        },
      }
    },
  }
}

function serverImports(): Refusal {
  const message = `Another import is running on this server, which runs one at a time: retry in ${retryAfterSeconds} s`
  return new Refusal('try-later', message, { retryAfterSeconds })
}
