import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:BADGE'
import { useApi } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { Field } from '../parts/field.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { accountSettingsQuery } from '../resources/account/account.ts'
import { groupNameQuery } from '../resources/check-groups.ts'
import { checkNameQuery } from '../resources/checks.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { toWords } from '../schema-form/form-layout.ts'
import type { FormSchema } from '../schema-form/form-schema.ts'
import { CheckPicker, GroupPicker } from '../search/check-and-group-pickers.tsx'
import { badgePath, badgeSnippets, targetOf, type BadgeTarget } from './badge-snippets.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { badgesRoute } from './routes.ts'
import type { BadgeSearch } from './search-params.ts'

export function BadgesScreen() {
  const settings = useQuery(accountSettingsQuery(useApi()))
  return (
    <>
      <DashboardTabs />
      <Loaded query={settings} what="the settings of the account">
        {({ badgesEnabled }) => (badgesEnabled ? <Badges /> : <BadgesOff />)}
      </Loaded>
    </>
  )
}

function BadgesOff() {
  return (
    <Card isFlush>
      <Empty
        title="Badges are off"
        help="badges"
        action={
          <AccountLink to="/accounts/$accountId/settings" className="underline">
            Settings of the account
          </AccountLink>
        }
      >
        <p>
          A badge is a small image with the name of a check or a group and its status, for a README or a wiki.
          Badges are public, so an admin has to turn them on for the account first.
        </p>
      </Empty>
    </Card>
  )
}

function Badges() {
  const search = badgesRoute.useSearch()
  const navigate = useNavigate({ from: badgesRoute.fullPath })
  const set = (next: BadgeSearch) => void navigate({ search: next, replace: true })
  const { check: _check, group: _group, ...look } = search
  const target = targetOf(search)
  return (
    <>
      <Card title="What it shows">
        <div className="flex flex-wrap gap-4">
          <CheckPicker
            label="A check"
            placeholder="Find a check"
            onPick={(check) => set({ ...look, check })}
          />
          <GroupPicker
            label="Or a group"
            placeholder="Find a group"
            onPick={(group) => set({ ...look, group })}
          />
        </div>
        <div className="mt-4 flex flex-wrap items-end gap-4">
          <Choice
            name="style"
            label="Style"
            value={search.style}
            onChange={(style) => set(withChoice(search, 'style', style))}
          />
          <Choice
            name="theme"
            label="Colours"
            value={search.theme}
            onChange={(theme) => set(withChoice(search, 'theme', theme))}
          />
        </div>
        <div className="mt-4">
          <CheckBox
            label="With the response time"
            help={schema.properties?.['responseTime']?.description}
            isChecked={search.responseTime === true}
            onChange={(isChecked) => {
              const { responseTime: _before, ...rest } = search
              set(isChecked ? { ...rest, responseTime: true } : rest)
            }}
          />
        </div>
      </Card>
      {target === null ? (
        <Card isFlush>
          <Empty title="Choose a check or a group">
            <p>Its badge and the code to embed it appear here.</p>
          </Empty>
        </Card>
      ) : (
        <Badge target={target} search={search} />
      )}
    </>
  )
}

/** The usual value is left out of the address. */
function withChoice(search: BadgeSearch, name: 'style' | 'theme', value: string): BadgeSearch {
  const { [name]: _before, ...rest } = search
  return value === schema.properties?.[name]?.default ? rest : { ...rest, [name]: value }
}

function Choice({
  name,
  label,
  value,
  onChange,
}: {
  name: 'style' | 'theme'
  label: string
  value: string | undefined
  onChange: (value: string) => void
}) {
  const property: FormSchema | undefined = schema.properties?.[name]
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          className="control"
          value={value ?? String(property?.default ?? '')}
          onChange={({ target }) => onChange(target.value)}
        >
          {(property?.enum ?? []).map((one) => (
            <option key={String(one)} value={String(one)}>
              {toWords(String(one).replaceAll('-', ' '))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Badge({ target, search }: { target: BadgeTarget; search: BadgeSearch }) {
  const api = useApi()
  const check = useQuery({ ...checkNameQuery(api, target.id), enabled: target.kind === 'checks' })
  const group = useQuery({ ...groupNameQuery(api, Number(target.id)), enabled: target.kind === 'groups' })
  return (
    <Loaded query={target.kind === 'checks' ? check : group} what="the name">
      {(name) => {
        const what = target.kind === 'checks' ? 'check' : 'group'
        if (name === null) {
          return (
            <Card isFlush>
              <Empty title={`There is no such ${what}`}>
                <p>It may have been deleted. Choose another check or group above.</p>
              </Empty>
            </Card>
          )
        }
        const path = badgePath(target, search)
        return (
          <Card title={`Badge of ${name}`}>
            <img src={path} alt={`Badge of the ${what} ${name}`} className="mb-4 max-w-full" />
            <div className="space-y-4">
              {badgeSnippets(`${globalThis.location.origin}${path}`, name).map((snippet) => (
                <div key={snippet.what}>
                  <h3 className="mb-1">{snippet.what}</h3>
                  <CodeBlock text={snippet.text} what={`${snippet.what} of the badge`} />
                </div>
              ))}
            </div>
          </Card>
        )
      }}
    </Loaded>
  )
}
