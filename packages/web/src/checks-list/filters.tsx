import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import kinds from 'sonde-schema:check-kinds'
import { useId, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { checkTypeName } from '../check-types/registry.ts'
import { Button, buttonClasses } from '../parts/button.tsx'
import { joinClasses } from '../parts/join-classes.ts'
import { usePlaceNames } from '../parts/use-place-names.ts'
import { groupQuery } from '../resources/check-groups.ts'
import type { OverviewSort } from '../resources/check-overview.ts'
import { SearchBox } from '../search/search-box.tsx'
import { useGroupOptions, useTagOptions } from './search-options.ts'
import { listDefaults } from './list-defaults.ts'
import { SearchLink } from './search-link.tsx'
import { SearchMenu } from './search-menu.tsx'
import { ViewMenu } from './views/view-menu.tsx'
import {
  changedSearch,
  isNarrowed,
  sortedBy,
  toggleIn,
  type ChecksSearch,
  type SearchChange,
} from './search-params.ts'

/** Those that can be made; others have nothing to be found. */
const offeredTypes = kinds.map(({ checkType }) => checkType)

const sortNames: Readonly<Record<OverviewSort, string>> = {
  status: 'Status',
  name: 'Name',
  checkType: 'Type',
  availability: 'Availability',
  p95: 'p95',
  lastResultAt: 'Last result',
  createdAt: 'Created',
}

/** `isOfGroup`: the screen is that of one group, and offers no other. */
export function Filters({ search, isOfGroup }: { search: ChecksSearch; isOfGroup: boolean }) {
  const navigate = useNavigate()
  const go = (change: SearchChange, isTyping = false) =>
    void navigate({
      to: '.',
      search: changedSearch(search, change, listDefaults),
      replace: isTyping,
      resetScroll: false,
    })
  const sort = search.sort ?? listDefaults.sort
  const order = search.order ?? listDefaults.order
  /** On a narrow screen the others are folded until somebody asks for them. */
  const [isUnfolded, setIsUnfolded] = useState(false)
  const foldId = useId()
  return (
    <div role="search" aria-label="Checks" className="mb-3 space-y-2">
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox
          label="Search name or target"
          value={search.search ?? ''}
          maxLength={listDefaults.longestSearch}
          hasShortcut
          className="min-w-40 flex-1 md:max-w-56 md:[&_input]:min-h-8"
          onChange={(text) => go({ search: text === '' ? undefined : text }, true)}
        />
        <Button
          className="md:hidden"
          aria-expanded={isUnfolded}
          aria-controls={foldId}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          Filters
        </Button>
        <div
          id={foldId}
          className={joinClasses(
            'flex flex-wrap items-center gap-2 md:flex-1 max-md:w-full',
            isUnfolded ? '' : 'max-md:hidden',
          )}
        >
          <select
            aria-label="Add a filter by type"
            className="control w-auto md:min-h-8"
            value=""
            onChange={({ target }) => {
              const type = offeredTypes.find((one) => one === target.value)
              if (type !== undefined) go({ type: toggleIn(search.type, type) })
            }}
          >
            <option value="">Type</option>
            {offeredTypes.map((type) => (
              <option key={type} value={type}>
                {search.type?.includes(type) === true ? '✓ ' : ''}
                {checkTypeName(type)}
              </option>
            ))}
          </select>
          <SearchMenu
            what="tag"
            label="Tag"
            useOptions={useTagOptions}
            onPick={({ key }) => go({ tag: [...new Set([...(search.tag ?? []), key])] })}
          />
          {isOfGroup ? null : (
            <SearchMenu
              what="group"
              label="Group"
              useOptions={useGroupOptions}
              onPick={({ key }) => go({ group: Number(key) })}
            />
          )}
          <select
            aria-label="Filter by muted"
            className="control w-auto md:min-h-8"
            value={String(search.muted ?? '')}
            onChange={({ target }) =>
              go({ muted: target.value === '' ? undefined : target.value === 'true' })
            }
          >
            <option value="">Muted or not</option>
            <option value="true">Muted</option>
            <option value="false">Not muted</option>
          </select>
          <span className="flex flex-wrap items-center gap-2 md:ml-auto">
            {isOfGroup ? null : (
              <select
                aria-label="Group by"
                className="control w-auto md:min-h-8"
                value={search.by ?? ''}
                onChange={({ target }) =>
                  go({
                    by: target.value === '' ? undefined : target.value,
                    open: undefined,
                    folded: undefined,
                  })
                }
              >
                <option value="">No grouping</option>
                <option value="group">Group by group</option>
                <option value="tag">Group by tag</option>
                <option value="type">Group by type</option>
                <option value="location">Group by location</option>
              </select>
            )}
            <select
              aria-label="Sort by"
              className="control w-auto md:min-h-8"
              value={sort}
              onChange={({ target }) => {
                const option = sorts.find((one) => one === target.value)
                if (option !== undefined && option !== sort) go(sortedBy(search, option, listDefaults))
              }}
            >
              {sorts.map((one) => (
                <option key={one} value={one}>
                  Sort: {sortNames[one]}
                </option>
              ))}
            </select>
            <SearchLink
              search={search}
              change={sortedBy(search, sort, listDefaults)}
              className={buttonClasses('plain')}
              label={order === 'asc' ? 'Ascending: reverse order' : 'Descending: reverse order'}
            >
              <span aria-hidden="true">{order === 'asc' ? '↑' : '↓'}</span>
            </SearchLink>
            {isOfGroup ? null : <ViewMenu search={search} />}
          </span>
        </div>
      </div>
      <ActiveFilters search={search} isOfGroup={isOfGroup} />
    </div>
  )
}

// Safe because the record has every sort and nothing else.
const sorts = Object.keys(sortNames) as OverviewSort[]

function ActiveFilters({ search, isOfGroup }: { search: ChecksSearch; isOfGroup: boolean }) {
  if (!isNarrowed(isOfGroup ? withoutGroup(search) : search)) return null
  return (
    <ul aria-label="Filters in use" className="flex flex-wrap items-center gap-2">
      {(search.type ?? []).map((type) => (
        <FilterChip
          key={type}
          search={search}
          change={{ type: toggleIn(search.type, type) }}
          name={`Type: ${checkTypeName(type)}`}
        />
      ))}
      {(search.tag ?? []).map((tag) => (
        <FilterChip
          key={tag}
          search={search}
          change={{ tag: toggleIn(search.tag, tag) }}
          name={`Tag: ${tag}`}
        />
      ))}
      {search.group === undefined || isOfGroup ? null : <GroupChip search={search} groupId={search.group} />}
      {search.location === undefined ? null : <LocationChip search={search} codes={search.location} />}
      <li>
        <SearchLink
          search={search}
          change={{
            search: undefined,
            type: undefined,
            status: undefined,
            tag: undefined,
            location: undefined,
            muted: undefined,
            ...(isOfGroup ? {} : { group: undefined }),
          }}
          className="px-1"
        >
          Clear all filters
        </SearchLink>
      </li>
    </ul>
  )
}

function withoutGroup({ group: _fixed, ...rest }: ChecksSearch): ChecksSearch {
  return rest
}

function GroupChip({ search, groupId }: { search: ChecksSearch; groupId: number }) {
  const group = useQuery(groupQuery(useApi(), groupId))
  return (
    <FilterChip
      search={search}
      change={{ group: undefined }}
      name={`Group: ${group.data?.name ?? groupId}`}
    />
  )
}

/** One for all codes: those of this server are one place. */
function LocationChip({ search, codes }: { search: ChecksSearch; codes: readonly string[] }) {
  const nameOf = usePlaceNames()
  const names = new Set(codes.map((code) => nameOf(code).name))
  return (
    <FilterChip
      search={search}
      change={{ location: undefined }}
      name={`Location: ${[...names].join(', ')}`}
    />
  )
}

function FilterChip({ search, change, name }: { search: ChecksSearch; change: SearchChange; name: string }) {
  return (
    <li>
      <SearchLink
        search={search}
        change={change}
        label={`Remove the filter ${name}`}
        className="bg-raised text-ink hover:bg-line inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 no-underline hover:no-underline"
      >
        {name} <span aria-hidden="true">✕</span>
      </SearchLink>
    </li>
  )
}
