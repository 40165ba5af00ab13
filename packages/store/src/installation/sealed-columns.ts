import { channelSealContext } from '../alerts/alert-channels.ts'
import { groupSealContext } from '../checks/check-groups.ts'
import { trialRunSealContext } from '../runs/trial-runs.ts'
import { checkSealContext } from '../checks/checks.ts'
import { checkSecretsContext } from '../checks/sealed-secrets.ts'
import { certificateSealContext } from '../variables/client-certificates.ts'
import { deploymentSecretContext } from '../deployments/deployments.ts'
import { notificationSealContext } from '../notifications/notifications.ts'
import { secondFactorSealContext } from '../accounts/second-factors.ts'
import { proxySealContext } from '../locations/private-locations.ts'
import { traceExportContext } from '../traces/trace-exports.ts'
import { variableSealContext } from '../variables/variables.ts'
import { checkTriggers, groupTriggers } from '../checks/triggers.ts'

/** The row that a sealed text stands in, as far as its context needs it. */
export type SealedRow = { text(column: string): string; number(column: string): number }

export type SealedColumn = {
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  /** What else of the row its context needs. */
  also?: readonly string[]
  /** What its context needs of a row of another table, which may be gone: then nobody needs the text any more. */
  owner?: { table: string; column: string; by: string; is: string }
  contextOf(row: SealedRow): string
}

/** Every place where a sealed text is kept. A rotation of the key refuses to end when there is one that is not here. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'alert_channels',
    column: 'sealed_config',
    key: ['id'],
    also: ['account_id'],
    contextOf: (row) => channelSealContext(row.text('account_id')),
  },
  {
    table: 'check_groups',
    column: 'sealed_config',
    key: ['id'],
    contextOf: (row) => groupSealContext(row.number('id')),
  },
  {
    table: 'check_snapshots',
    column: 'sealed_secrets',
    key: ['check_no', 'snapshot'],
    owner: { table: 'check_states', column: 'check_id', by: 'no', is: 'check_no' },
    contextOf: (row) => checkSecretsContext(row.text('check_id')),
  },
  {
    table: 'check_triggers',
    column: 'sealed_token',
    key: ['id'],
    also: ['check_id'],
    contextOf: (row) => checkTriggers.contextOf(row.text('check_id')),
  },
  {
    table: 'check_tries',
    column: 'sealed_config',
    key: ['id'],
    contextOf: (row) => trialRunSealContext(row.text('id')),
  },
  {
    table: 'check_tries',
    column: 'sealed_secrets',
    key: ['id'],
    contextOf: (row) => checkSecretsContext(row.text('id')),
  },
  {
    table: 'checks',
    column: 'sealed_config',
    key: ['id'],
    contextOf: (row) => checkSealContext(row.text('id')),
  },
  {
    table: 'checks',
    column: 'sealed_secrets',
    key: ['id'],
    contextOf: (row) => checkSecretsContext(row.text('id')),
  },
  {
    table: 'client_certificates',
    column: 'key_sealed',
    key: ['id'],
    contextOf: (row) => certificateSealContext(row.text('id')),
  },
  {
    table: 'deployment_webhooks',
    column: 'sealed_secret',
    key: ['account_id'],
    contextOf: (row) => deploymentSecretContext(row.text('account_id')),
  },
  {
    table: 'group_triggers',
    column: 'sealed_token',
    key: ['id'],
    also: ['group_id'],
    contextOf: (row) => groupTriggers.contextOf(row.number('group_id')),
  },
  {
    table: 'notifications',
    column: 'sealed_event',
    key: ['no'],
    also: ['id'],
    contextOf: (row) => notificationSealContext(row.text('id')),
  },
  {
    table: 'private_locations',
    column: 'proxy_url_sealed',
    key: ['id'],
    contextOf: (row) => proxySealContext(row.text('id')),
  },
  {
    table: 'second_factors',
    column: 'sealed_pending',
    key: ['user_id'],
    contextOf: (row) => secondFactorSealContext(row.text('user_id')),
  },
  {
    table: 'second_factors',
    column: 'sealed_secret',
    key: ['user_id'],
    contextOf: (row) => secondFactorSealContext(row.text('user_id')),
  },
  {
    table: 'trace_exports',
    column: 'sealed_headers',
    key: ['account_id'],
    contextOf: (row) => traceExportContext(row.text('account_id')),
  },
  {
    table: 'variables',
    column: 'value_sealed',
    key: ['account_id', 'key'],
    contextOf: (row) => variableSealContext({ accountId: row.text('account_id'), key: row.text('key') }),
  },
]
