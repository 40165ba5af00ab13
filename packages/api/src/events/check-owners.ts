import { ownersOfNumbers } from '@sonde/store/checks/numbered-checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'

type Owner = { checkId: string; accountId: string }

const mostKept = 200_000

/** Whose the checks with these numbers are. That never changes, so that each is asked for once. */
export function createCheckOwners(
  read: Db,
): (numbers: readonly number[]) => Promise<ReadonlyMap<number, Owner>> {
  const owners = new Map<number, Owner>()
  return async (numbers) => {
    if (owners.size > mostKept) owners.clear()
    const rows = await ownersOfNumbers(
      read,
      numbers.filter((no) => !owners.has(no)),
    )
    for (const [no, owner] of rows) owners.set(no, owner)
    return owners
  }
}
