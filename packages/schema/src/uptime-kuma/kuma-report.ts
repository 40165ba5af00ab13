/** What became of everything in the database of Uptime Kuma. */
export type KumaReport = {
  /** Carried over as it was. */
  carried: string[]
  /** Carried over, but not all of it. */
  changed: KumaNote[]
  /** Not carried over at all. */
  left: KumaNote[]
}

export type KumaNote = { what: string; why: string }

export type KumaNoter = {
  report: KumaReport
  /** Says what is different about one thing; call `end` when all is said. */
  about(what: string): { differs(why: string): void; end(): void }
  leave(what: string, why: string): void
}

export function createNoter(): KumaNoter {
  const report: KumaReport = { carried: [], changed: [], left: [] }
  return {
    report,
    about(what) {
      const reasons: string[] = []
      return {
        differs(why) {
          reasons.push(why)
        },
        end() {
          if (reasons.length === 0) report.carried.push(what)
          for (const why of reasons) report.changed.push({ what, why })
        },
      }
    },
    leave(what, why) {
      report.left.push({ what, why })
    },
  }
}

/** For people: what was carried over in one line, and everything else by name. */
export function describeReport({ carried, changed, left }: KumaReport): string {
  const lines = [`${carried.length} carried over as they were.`]
  if (changed.length > 0) {
    lines.push('', `Carried over, with a difference (${changed.length}):`, ...changed.map(lineOf))
  }
  if (left.length > 0) lines.push('', `Not carried over (${left.length}):`, ...left.map(lineOf))
  return `${lines.join('\n')}\n`
}

function lineOf({ what, why }: KumaNote): string {
  return `  ${what}: ${why}`
}
