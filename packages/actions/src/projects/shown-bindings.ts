import { namedBindings } from '@sonde/store/projects/project-resources.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'
import type { Db } from '@sonde/store/engine/store.ts'

type Binding = {
  project: { id: string; logicalId: string; name: string }
  binding: { logicalId: string; pending: boolean }
}

/** Which projects of code something belongs to, as answers show it. */
export type ShownBindings = { projectBindings: { owner: Binding | null; references: Binding[] } }

/** Of what has just been made, and of what is shown to people who are not of the account. */
export const noBindings: ShownBindings = { projectBindings: { owner: null, references: [] } }

/** By the id of the thing, in one query for any number of them. */
export async function shownBindings(
  db: Db,
  type: ResourceType,
  ids: readonly (string | number)[],
): Promise<(id: string | number) => ShownBindings> {
  const rows = await namedBindings(
    db,
    type,
    ids.map((id) => String(id)),
  )
  const byId = Map.groupBy(rows, ({ physicalId }) => physicalId)
  return (id) => {
    const own = byId.get(String(id)) ?? []
    const shown = own.map(({ project, logicalId, isOwner, planId }) => ({
      isOwner,
      entry: { project, binding: { logicalId, pending: planId !== null } },
    }))
    return {
      projectBindings: {
        owner: shown.find(({ isOwner }) => isOwner)?.entry ?? null,
        references: shown.filter(({ isOwner }) => !isOwner).map(({ entry }) => entry),
      },
    }
  }
}
