import { readdirSync, readFileSync } from 'node:fs'

export type ProcessEntry = { pid: number; parent: number; group: number; isZombie: boolean }

/** Every process of this PID namespace, as `/proc` tells it now. Linux only. */
export function readProcessTable(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(name) ?? []) : []))
}

function readProcess(pid: string): ProcessEntry | null {
  const stat = readOrNull(`/proc/${pid}/stat`)
  if (stat === null) return null
  // The name stands in brackets and may hold brackets and spaces of its own.
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    isZombie: state === 'Z' || state === 'X',
  }
}

/** Null: the process ended meanwhile, or is not ours to look at. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}
