import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Resolves when the program has been started; rejects when it could not be. */
export async function startedChild(child: ChildProcess): Promise<number> {
  await once(child, 'spawn')
  if (child.pid === undefined) throw new Error('the process has no id')
  return child.pid
}
