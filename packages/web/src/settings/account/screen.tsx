import { useQuery } from '@tanstack/react-query'
import { useAccount, useMay } from '../../api/account-context.ts'
import { AccountLink } from '../../parts/account-link.tsx'
import { Card } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Definition, DefinitionList } from '../../parts/definition-list.tsx'
import { formatCount } from '../../parts/format.ts'
import { PageHead } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { accountQuery, accountSettingsQuery, entitlementsQuery } from '../../resources/account/account.ts'
import { roleInWords } from '../../api/role-words.ts'
import { AccountNameForm } from './account-name-form.tsx'
import { SettingsForm } from './settings-form.tsx'

export function AccountScreen() {
  const { id, role, api } = useAccount()
  const mayRename = useMay('ADMIN')
  const account = useQuery(accountQuery(api))
  const settings = useQuery(accountSettingsQuery(api))
  return (
    <>
      <PageHead title="Account" />
      <Card title="This account">
        <Loaded query={account} what="the account">
          {({ name, planDisplayName, runtimeId }) => (
            <>
              {mayRename ? <AccountNameForm key={name} name={name} /> : null}
              <DefinitionList>
                {mayRename ? null : <Definition name="Name">{name}</Definition>}
                <Definition name="Account id">
                  <span className="flex flex-wrap items-center gap-2">
                    <code>{id}</code>
                    <CopyButton text={id} what="account id" />
                  </span>
                </Definition>
                <Definition name="Your role">{roleInWords(role)}</Definition>
                <Definition name="Plan">{planDisplayName}</Definition>
                <Definition name="Runtime of scripts">{runtimeId}</Definition>
              </DefinitionList>
            </>
          )}
        </Loaded>
      </Card>
      <Card title="Settings">
        <Loaded query={settings} what="the settings">
          {(present) => <SettingsForm present={present} />}
        </Loaded>
      </Card>
      <Card title="Alerts">
        <p>
          When a check alerts, how often it reminds and after how many failures is set for the whole account
          in the{' '}
          <AccountLink to="/accounts/$accountId/alert-settings" className="underline">
            alert settings
          </AccountLink>
          ; checks and groups can differ.
        </p>
      </Card>
      <PlanFeatures />
    </>
  )
}

function PlanFeatures() {
  const { api } = useAccount()
  const query = useQuery(entitlementsQuery(api))
  return (
    <Card title="What the plan includes" isFlush>
      <Loaded query={query} what="the plan">
        {({ entitlements }) => (
          <DataTable columns={['Feature', 'Limit']}>
            {entitlements.map(({ key, name, description, type, enabled, quantity }) => (
              <tr key={key}>
                <td>
                  <span className="font-medium">{name}</span>
                  <span className="text-soft block text-xs">{description}</span>
                </td>
                <td>{limitInWords({ type, enabled, quantity })}</td>
              </tr>
            ))}
          </DataTable>
        )}
      </Loaded>
    </Card>
  )
}

function limitInWords(entitlement: { type: string; enabled: boolean; quantity: number | undefined }): string {
  if (!entitlement.enabled) return 'Not included'
  if (entitlement.type === 'flag') return 'Included'
  return entitlement.quantity === undefined ? 'No limit' : formatCount(entitlement.quantity)
}
