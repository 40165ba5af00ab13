import type { AccountCheck } from '@sonde/store/checks/account-checks.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import { type Labels, labelText } from './exposition.ts'

/** Labels with a meaning of ours, of which no tag takes the place. */
const reserved: ReadonlySet<string> = new Set([
  'name',
  'check_id',
  'check_type',
  'muted',
  'activated',
  'group',
  'tags',
  'status',
  'type',
  'location',
  'served_by',
  'domain',
  'le',
  'quantile',
])

/** What every series of a check carries. */
export function checkLabels(account: AccountCheck, options: { disableTagParsing: boolean }): string {
  const { check, groupName } = account
  const tags = tagsOf(check.config)
  return labelText([
    ['name', check.name],
    ['check_id', check.id],
    ['check_type', check.checkType.toLowerCase()],
    ['muted', String(check.muted)],
    ['activated', String(check.activated)],
    ['group', groupName ?? ''],
    ['tags', tags.join(',')],
    ...(options.disableTagParsing ? [] : tagLabels(tags)),
  ])
}

/** As dashboards made for the first version know them, and the id, without which equal names would be one series. */
export function firstVersionLabels({ check }: AccountCheck): string {
  return labelText([
    ['check_name', check.name],
    ['check_id', check.id],
    ['check_type', check.checkType.toLowerCase()],
    ['tags', tagsOf(check.config).join(',')],
  ])
}

/** `env:prod` becomes env="prod"; of two tags with one name, the first. */
function tagLabels(tags: readonly string[]): Labels {
  const labels = new Map<string, string>()
  for (const tag of tags) {
    const colon = tag.indexOf(':')
    if (colon < 1) continue
    const name = labelName(tag.slice(0, colon))
    const value = tag.slice(colon + 1)
    if (value === '' || reserved.has(name) || labels.has(name)) continue
    labels.set(name, value)
  }
  return [...labels]
}

/** Names must not begin with a digit, and Prometheus keeps those with two underscores to itself. */
function labelName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)/, '_')
    .replace(/^_+/, '_')
}
