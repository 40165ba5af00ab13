import type { Db } from '../engine/database.ts'
import type { JsonObject } from '../engine/json-column.ts'

/** The tags in a check's config, each once. */
export function tagsOf(config: JsonObject): string[] {
  const { tags } = config
  return Array.isArray(tags) ? [...new Set(tags.filter((tag) => typeof tag === 'string'))] : []
}

/** The rows by which a new check is found by its tags. */
export async function insertTags(
  db: Db,
  check: { id: string; accountId: string; createdAt: number },
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  await db
    .insertInto('check_tags')
    .values(
      tags.map((tag) => ({
        check_id: check.id,
        account_id: check.accountId,
        tag,
        check_created_at: check.createdAt,
      })),
    )
    .execute()
}
