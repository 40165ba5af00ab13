import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { chosenFields, type Fields } from './stored-fields.ts'

/** The commands that make the same check again, here or on another server. */
export function asCurl(
  check: Readonly<Fields>,
  {
    schema,
    segment,
    origin,
    accountId,
  }: { schema: FormSchema; segment: string; origin: string; accountId: string },
): string {
  const body = JSON.stringify(chosenFields(withoutOwnToken(check), schema), null, 2)
  // Channels are named in the body: without this the new check would be subscribed to all others, too.
  const address = `${origin}/v1/checks/${segment}?autoAssignAlerts=false`
  return [
    `curl -sS -X POST '${address}' \\`,
    '  -H "Authorization: Bearer $SONDE_API_KEY" \\',
    `  -H 'X-Service-Account: ${accountId}' \\`,
    "  -H 'Content-Type: application/json' \\",
    "  --data-binary @- <<'JSON'",
    body,
    'JSON',
  ].join('\n')
}

/** Two heartbeats cannot have one address: the new one gets its own. */
export function withoutOwnToken(check: Readonly<Fields>): Fields {
  const { heartbeat } = check
  if (!isRecord(heartbeat)) return check
  const { pingToken: _token, pingUrl: _url, ...settings } = heartbeat
  return { ...check, heartbeat: settings }
}
