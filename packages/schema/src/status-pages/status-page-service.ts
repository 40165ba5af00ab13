import { Type, type Static } from 'typebox'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { replacedWhole } from '../validation/annotations.ts'
import { Nullable, ShownName, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'

/** A page counts every check of every service for each of its days. */
const mostChecks = 500
const mostTags = 50

const checkIds = Type.Array(Uuid(), {
  maxItems: mostChecks,
  default: [],
  description: 'Checks of this account.',
})
/** Tags by which rules of status pages choose checks. */
export const FollowedTags = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: mostTags,
  description: 'Every check with any of these tags, or in a group with one.',
})
const tags = { ...FollowedTags, default: [] }
const delayMinutes = Type.Integer({
  minimum: 0,
  maximum: 1_440,
  default: 0,
  description: 'How long a check must be failing or degraded before status pages show it.',
})

const followsDescription =
  'The checks that set the state of the service. If all fail, it is a major outage; if some fail, a partial outage; ' +
  'degraded checks make the service degraded. Null: the service follows no checks and shows only incidents.'

/** As it is stored and answered. */
export const ServiceFollows = component(
  'StatusPageServiceFollows',
  Type.Object({ checkIds, tags, delayMinutes }),
)
export type ServiceFollows = Static<typeof ServiceFollows>

const follows = replacedWhole(
  component(
    'StatusPageServiceFollowsWrite',
    Nullable(
      Type.Object({
        checkIds: Type.Optional(checkIds),
        tags: Type.Optional(tags),
        delayMinutes: Type.Optional(delayMinutes),
      }),
      { description: `${followsDescription} If omitted in an update, it is kept.` },
    ),
  ),
)

/** What a person who visits a status page knows a part of the product by. */
export const StatusPageServiceWrite = component(
  'StatusPageServiceWrite',
  Type.Object({ name: ShownName(), follows: Type.Optional(follows) }),
)
export type StatusPageServiceWrite = Static<typeof StatusPageServiceWrite>

/** In a configuration document, where what a service follows stands behind the checks that it names. */
export const StatusPageServiceItem = Type.Object({ name: ShownName() })
export const StatusPageFollowsItem = Type.Object({
  serviceId: Uuid(),
  checkIds: Type.Optional(checkIds),
  tags: Type.Optional(tags),
  delayMinutes: Type.Optional(delayMinutes),
})

const named = {
  id: Uuid(),
  accountId: Uuid(),
  name: Type.String(),
  created_at: Timestamp(),
  updated_at: Nullable(Timestamp()),
}

/** As pages and incidents name it. */
export const StatusPageService = component('StatusPageService', Type.Object(named))
export type StatusPageService = Static<typeof StatusPageService>

/** With what it follows. */
export const StatusPageServiceDetail = component(
  'StatusPageServiceDetail',
  Type.Object({
    ...named,
    follows: Nullable(ServiceFollows, { description: followsDescription }),
    projectBindings: ProjectBindings,
  }),
)
export type StatusPageServiceDetail = Static<typeof StatusPageServiceDetail>

const page = cursorPage('StatusPageServicePage', StatusPageServiceDetail)

export const StatusPageServiceList = Type.Unsafe<Static<typeof page> | StatusPageServiceDetail[]>({
  anyOf: [page, Type.Array(StatusPageServiceDetail)],
  description: 'A page; with `paginated=false` a list of all.',
})

export const StatusPageServicesQuery = Type.Object({
  ...CursorQuery.properties,
  paginated: Type.Boolean({ default: true, description: 'False: all services at once, as a list.' }),
})

export const StatusPageServiceParams = Type.Object({ serviceId: Uuid() })
