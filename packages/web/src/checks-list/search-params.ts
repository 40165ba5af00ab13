import { type CheckTypeName, checkTypeNames } from '@sonde/schema/check-types/check-type.ts'
import { apiStatuses, type ApiStatus } from '@sonde/schema/runs/api-verdicts.ts'
import { checkStatuses } from '@sonde/schema/runs/verdict.ts'
import type {
  OverviewFilter,
  OverviewGroup,
  OverviewGroupsFilter,
  OverviewSort,
} from '../resources/check-overview.ts'

/** What the address says about a list of checks. What is left out is as the API has it by default. */
export type ChecksSearch = {
  search?: string
  type?: CheckTypeName[]
  status?: ApiStatus[]
  tag?: string[]
  group?: number
  /** Codes of data centers or slugs of private locations: any of them. */
  location?: string[]
  muted?: boolean
  sort?: OverviewSort
  order?: 'asc' | 'desc'
  page?: number
  size?: number
  /** Rows below heads, one for each group, tag, type or location. */
  by?: Grouping
  /** The heads that somebody has unfolded or folded, against what they are by default. */
  open?: string[]
  folded?: string[]
}

export const groupings = ['group', 'tag', 'type', 'location'] as const
export type Grouping = (typeof groupings)[number]

export type SearchChange = Partial<Record<keyof ChecksSearch, unknown>>

export type ListDefaults = {
  sort: OverviewSort
  order: 'asc' | 'desc'
  size: number
  largestSize: number
  longestSearch: number
}

/** Worst first, as the counts are shown. In an address they have the names that the API gives them. */
export const statuses: readonly ApiStatus[] = checkStatuses.map((status) => apiStatuses[status])

const sorts = keysOf({
  status: true,
  name: true,
  checkType: true,
  availability: true,
  p95: true,
  lastResultAt: true,
  createdAt: true,
} satisfies Record<OverviewSort, true>)

/** Takes what it understands and leaves the rest out, defaults too: one list has one address. */
export function readChecksSearch(
  raw: Readonly<Record<string, unknown>>,
  defaults: ListDefaults,
): ChecksSearch {
  const search = textIn(raw['search'])?.slice(0, defaults.longestSearch)
  const type = listIn(raw['type'], checkTypeNames)
  const status = listIn(raw['status'], statuses)
  const tag = textsIn(raw['tag'])
  const group = wholeNumberIn(raw['group'])
  const location = textsIn(raw['location'])
  const page = wholeNumberIn(raw['page'])
  const size = wholeNumberIn(raw['size'])
  const by = groupings.find((one) => one === raw['by'])
  const open = by === undefined ? [] : textsIn(raw['open'])
  const folded = by === undefined ? [] : textsIn(raw['folded'])
  const sort = sorts.find((one) => one === raw['sort']) ?? defaults.sort
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : defaults.order
  return {
    ...(search === undefined ? {} : { search }),
    ...(type.length === 0 ? {} : { type }),
    ...(status.length === 0 ? {} : { status }),
    ...(tag.length === 0 ? {} : { tag }),
    ...(group === undefined ? {} : { group }),
    ...(location.length === 0 ? {} : { location }),
    ...(typeof raw['muted'] === 'boolean' ? { muted: raw['muted'] } : {}),
    ...(sort === defaults.sort ? {} : { sort }),
    ...(order === defaults.order ? {} : { order }),
    ...(page === undefined || page === 1 ? {} : { page }),
    ...(size === undefined || size === defaults.size || size > defaults.largestSize ? {} : { size }),
    ...(by === undefined ? {} : { by }),
    ...(open.length === 0 ? {} : { open }),
    ...(folded.length === 0 ? {} : { folded }),
  }
}

/** The same as a request. */
export function overviewFilterOf(search: ChecksSearch): OverviewFilter {
  return {
    search: search.search,
    checkType: search.type,
    status: search.status,
    tag: search.tag,
    groupId: search.group,
    location: search.location,
    muted: search.muted,
    sort: search.sort,
    order: search.order,
    limit: search.size,
    page: search.page,
  }
}

/** The heads of a list that is grouped, as a request. */
export function groupsFilterOf(search: ChecksSearch, by: Grouping): OverviewGroupsFilter {
  const { sort, order: _ofRows, limit: _ofRowsToo, ...filter } = overviewFilterOf(search)
  return { ...filter, by, sort: sort === 'name' ? sort : undefined }
}

/** The rows below a head, as a request: its first page. */
export function sectionFilterOf(
  search: ChecksSearch,
  { group, tag, checkType, location }: Head,
  by: Grouping,
): OverviewFilter {
  const filter = { ...overviewFilterOf(search), page: undefined }
  if (by === 'type') return { ...filter, ...(checkType === null ? {} : { checkType: [checkType] }) }
  if (by === 'location') {
    if (location === null) return { ...filter, located: false }
    const { codes } = location
    return { ...filter, location: codes.filter((code) => search.location?.includes(code) ?? true) }
  }
  if (by === 'group') return { ...filter, ...(group === null ? { grouped: false } : { groupId: group.id }) }
  return { ...filter, ...(tag === null ? { tagged: false } : { tag: [...(search.tag ?? []), tag] }) }
}

type Head = Pick<OverviewGroup, 'group' | 'tag' | 'checkType'> & {
  location: Pick<NonNullable<OverviewGroup['location']>, 'codes' | 'servedBy'> | null
}

/** How an address names a head. */
export function headKey({ group, tag, checkType, location }: Head): string {
  if (group !== null) return String(group.id)
  // The codes that this server stands in for change while the place is the same.
  if (location !== null) return location.servedBy === 'STAND_IN' ? '@' : `@${location.codes.join()}`
  if (checkType !== null) return checkType
  return tag === null ? 'none' : `#${tag}`
}

/** Folding the one or unfolding it; what it is by default is left out of the address. */
export function foldedChange(
  { open = [], folded = [] }: ChecksSearch,
  key: string,
  { isOpen, isOpenByDefault }: { isOpen: boolean; isOpenByDefault: boolean },
): SearchChange {
  const others = (keys: readonly string[]) => keys.filter((one) => one !== key)
  const next = !isOpen
  return {
    open: next && !isOpenByDefault ? [...others(open), key] : others(open),
    folded: !next && isOpenByDefault ? [...others(folded), key] : others(folded),
  }
}

/** Whether anything narrows the list down; `group` does not count where the screen is that of a group. */
export function isNarrowed({ search, type, status, tag, group, location, muted }: ChecksSearch): boolean {
  return [search, type, status, tag, group, location, muted].some((filter) => filter !== undefined)
}

/** A change of filter or order begins at the first page. */
export function changedSearch(
  before: ChecksSearch,
  change: SearchChange,
  defaults: ListDefaults,
): ChecksSearch {
  const { page: _left, ...rest } = before
  return readChecksSearch({ ...rest, ...change }, defaults)
}

/** A click on the head of the sorted column turns the order round; on another one it sorts by that, the usual way. */
export function sortedBy(
  search: ChecksSearch,
  sort: OverviewSort,
  defaults: ListDefaults,
): { sort: OverviewSort; order: 'asc' | 'desc' } {
  const isSame = (search.sort ?? defaults.sort) === sort
  if (!isSame) return { sort, order: firstOrder[sort] }
  return { sort, order: (search.order ?? defaults.order) === 'asc' ? 'desc' : 'asc' }
}

/** What one looks for first: the worst, the slowest, the newest. */
const firstOrder: Readonly<Record<OverviewSort, 'asc' | 'desc'>> = {
  status: 'asc',
  name: 'asc',
  checkType: 'asc',
  availability: 'asc',
  p95: 'desc',
  lastResultAt: 'desc',
  createdAt: 'desc',
}

export function toggleIn<Item>(list: readonly Item[] | undefined, item: Item): Item[] | undefined {
  const rest = (list ?? []).filter((other) => other !== item)
  const next = rest.length === (list ?? []).length ? [...rest, item] : rest
  return next.length === 0 ? undefined : next
}

function textIn(value: unknown): string | undefined {
  // The router reads `?search=42` as a number.
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

function textsIn(value: unknown): string[] {
  return [...new Set([value].flat().flatMap((one) => textIn(one) ?? []))]
}

function listIn<Known extends string>(value: unknown, options: readonly Known[]): Known[] {
  const values = new Set([value].flat())
  return options.filter((one) => values.has(one))
}

function wholeNumberIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined
}

// Safe because the argument is a literal: it has these keys and no others.
function keysOf<Key extends string>(literal: Readonly<Record<Key, true>>): readonly Key[] {
  return Object.keys(literal) as Key[]
}
