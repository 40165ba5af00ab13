import type { Db } from '../engine/database.ts'
import type { JsonObject } from '../engine/json-column.ts'

/** The tags in a check's config, each once. */
export function tagsOf(config: JsonObject): string[] {
  const { tags } = config
  return Array.isArray(tags) ? [...new Set(tags.filter((tag) => typeof tag === 'string'))] : []
}

/** Makes the rows by which checks are found by tag agree with the config; costs nothing when they do. */
export async function rewriteTags(
  db: Db,
  check: { id: string; accountId: string; createdAt: number },
  tags: { before: readonly string[]; after: readonly string[] },
): Promise<void> {
  if (isSame(tags.before, tags.after)) return
  const [before, after] = [new Set(tags.before), new Set(tags.after)]
  const removed = tags.before.filter((tag) => !after.has(tag))
  const added = tags.after.filter((tag) => !before.has(tag))
  if (removed.length > 0) {
    await db.deleteFrom('check_tags').where('check_id', '=', check.id).where('tag', 'in', removed).execute()
  }
  if (added.length > 0) {
    await db
      .insertInto('check_tags')
      .values(
        added.map((tag) => ({
          check_id: check.id,
          account_id: check.accountId,
          tag,
          check_created_at: check.createdAt,
        })),
      )
      .execute()
  }
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((tag, index) => tag === right[index])
}
