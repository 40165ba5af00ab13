import { Type, type Static } from 'typebox'
import { Nullable, ShownName, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'

/** What a person who visits a status page knows a part of the product by. */
export const StatusPageServiceWrite = component('StatusPageServiceWrite', Type.Object({ name: ShownName() }))
export type StatusPageServiceWrite = Static<typeof StatusPageServiceWrite>

export const StatusPageService = component(
  'StatusPageService',
  Type.Object({
    id: Uuid(),
    accountId: Uuid(),
    name: Type.String(),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type StatusPageService = Static<typeof StatusPageService>

const page = cursorPage('StatusPageServicePage', StatusPageService)

export const StatusPageServiceList = Type.Unsafe<Static<typeof page> | StatusPageService[]>({
  anyOf: [page, Type.Array(StatusPageService)],
  description: 'A page; with `paginated=false` a list of all.',
})

export const StatusPageServicesQuery = Type.Object({
  ...CursorQuery.properties,
  paginated: Type.Boolean({ default: true, description: 'False: all services at once, as a list.' }),
})

export const StatusPageServiceParams = Type.Object({ serviceId: Uuid() })
