import type { ConfigurationKind, PlannedItem } from '../configuration-kind.ts'

type Mistake = Parameters<NonNullable<ConfigurationKind['compareWithOthers']>>[2]['mistake']

/** Whatever belongs to a page stays on it. */
export function requireSamePages(
  plannedItems: readonly PlannedItem[],
  { what, mistake }: { what: string; mistake: Mistake },
): void {
  for (const { path, stored, item } of plannedItems) {
    if (stored !== null && stored.item['statusPageId'] !== item['statusPageId'])
      mistake(`${path}.statusPageId`, `cannot change: a ${what} stays on its page, make another one`)
  }
}

/** Refuses what would give a status page more parts than it may have. */
export function requireRoomOnPages(
  plannedItems: readonly PlannedItem[],
  stored: readonly { id: string; pageId: string }[],
  { most, what, mistake }: { most: number; what: string; mistake: Mistake },
): void {
  const planned = new Set(plannedItems.map(({ localId }) => String(localId)))
  const counts = new Map<string, number>()
  for (const { id, pageId } of stored) {
    if (!planned.has(id)) counts.set(pageId, (counts.get(pageId) ?? 0) + 1)
  }
  for (const { path, item } of plannedItems) {
    const pageId = String(item['statusPageId'])
    const count = (counts.get(pageId) ?? 0) + 1
    counts.set(pageId, count)
    // One mistake for each page says enough.
    if (count === most + 1) mistake(`${path}.statusPageId`, `would have more than ${most} ${what}`)
  }
}
