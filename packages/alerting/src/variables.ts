import { isRecord } from '@sonde/ground/is-record.ts'
import { findGroup, groupSealContext } from '@sonde/store/checks/check-groups.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { variablesOf } from '@sonde/store/variables/variables.ts'

export type Variables = {
  /** The variables that templates may name: those of the account, and of the group that an alert comes from. */
  variablesFor(subject: { accountId: string; groupId: number | null }): Promise<ReadonlyMap<string, string>>
}

const none: ReadonlyMap<string, string> = new Map()

/**
 * As they are at the moment of a try: a token that was replaced since the alert would not work any more. Of an
 * account and a group that both have a name, the group counts.
 */
export function createVariables({ store }: { store: Store }): Variables {
  const { read, sealer } = store

  async function variablesOfGroup(accountId: string, id: number): Promise<ReadonlyMap<string, string>> {
    const group = await findGroup(read, { accountId, id })
    if (group === null || group.sealedConfig === null) return none
    return variablesIn(sealer.open(group.sealedConfig, groupSealContext(group.id)))
  }

  return {
    async variablesFor({ accountId, groupId }) {
      const ofAccount = await variablesOf(read, sealer, accountId)
      const ofGroup = groupId === null ? none : await variablesOfGroup(accountId, groupId)
      return new Map([...ofAccount.map(({ key, value }) => [key, value] as const), ...ofGroup])
    },
  }
}

/** Of two with one name, the later one counts. */
function variablesIn(json: string): ReadonlyMap<string, string> {
  const config: unknown = JSON.parse(json)
  const list = isRecord(config) ? config['environmentVariables'] : null
  if (!Array.isArray(list)) return none
  return new Map(
    list.flatMap((variable: unknown): [string, string][] => {
      if (!isRecord(variable)) return []
      const { key, value } = variable
      return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : []
    }),
  )
}
