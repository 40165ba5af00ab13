import { Refusal } from '../refusal.ts'

const retryAfterSeconds = 5

/** How many of the largest documents may be held at once, of all accounts together. */
const accountsAtOnce = 4

export type ImportUpload = {
  /** Throws the refusal when there is no room for so many bytes more. */
  hold(bytes: number): void
  end(): void
}

/**
 * The memory of documents that are on their way. Counted as they come: whoever sends slowly, or announces much and sends
 * nothing, takes nothing from others. An account has as much as its largest document needs.
 */
export function createImportUploads({ largestBytes }: { largestBytes: number }): {
  begin(accountId: string): ImportUpload
} {
  const heldBy = new Map<string, number>()
  let heldByAll = 0

  function add(accountId: string, bytes: number): void {
    const held = (heldBy.get(accountId) ?? 0) + bytes
    if (held === 0) heldBy.delete(accountId)
    else heldBy.set(accountId, held)
    heldByAll += bytes
  }

  return {
    begin(accountId) {
      let own = 0
      return {
        hold(bytes) {
          const ofAccount = (heldBy.get(accountId) ?? 0) + bytes
          if (ofAccount > largestBytes || heldByAll + bytes > accountsAtOnce * largestBytes) throw noRoom()
          own += bytes
          add(accountId, bytes)
        },
        end() {
          add(accountId, -own)
          own = 0
        },
      }
    },
  }
}

function noRoom(): Refusal {
  const message = `Other documents are being uploaded, and there is no room for more: retry in ${retryAfterSeconds} s`
  return new Refusal('try-later', message, { retryAfterSeconds })
}
