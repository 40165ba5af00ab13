import { StatementSync } from 'node:sqlite'

/** Counts every statement that this process runs on SQLite from now on. */
export function countStatements(): { count(): number } {
  let ran = 0
  const prototype = StatementSync.prototype
  for (const name of ['all', 'get', 'run', 'iterate'] as const) {
    const original = Reflect.get(prototype, name) as (this: StatementSync, ...values: unknown[]) => unknown
    Reflect.set(prototype, name, function counted(this: StatementSync, ...values: unknown[]): unknown {
      ran += 1
      return original.apply(this, values)
    })
  }
  return { count: () => ran }
}
