import { isRecord } from '@sonde/schema/violation.ts'
import { findGroup, groupSealContext } from '@sonde/store/check-groups.ts'
import type { Store } from '@sonde/store/store.ts'

export type Variables = {
  /** The variables that templates may name: those of the group that an alert comes from. */
  variablesFor(subject: { accountId: string; groupId: number | null }): Promise<ReadonlyMap<string, string>>
}

const none: ReadonlyMap<string, string> = new Map()

/** As they are at the moment of a try: a token that was replaced since the alert would not work any more. */
export function createVariables({ store }: { store: Store }): Variables {
  return {
    async variablesFor({ accountId, groupId }) {
      if (groupId === null) return none
      const group = await findGroup(store.read, { accountId, id: groupId })
      if (group === null || group.sealedConfig === null) return none
      return variablesIn(store.sealer.open(group.sealedConfig, groupSealContext(group.id)))
    },
  }
}

/** Of two with one name, the later one counts. */
function variablesIn(opened: string): ReadonlyMap<string, string> {
  const config: unknown = JSON.parse(opened)
  const listed = isRecord(config) ? config['environmentVariables'] : null
  if (!Array.isArray(listed)) return none
  return new Map(
    listed.flatMap((variable: unknown): [string, string][] => {
      if (!isRecord(variable)) return []
      const { key, value } = variable
      return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : []
    }),
  )
}
