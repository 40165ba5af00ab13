import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import schema from 'sonde-schema:ALERT_SETTINGS'
import { useApi, useMay } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Failed, Loaded } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import { alertSettingsQuery, replaceAlertSettings, type AlertSettings } from '../resources/alert-settings.ts'
import { formWidth, GuardedForm } from '../schema-form/guarded-form.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { alertSettingsLayout } from './layout.ts'
import { settingsInWords } from './settings-in-words.ts'

export function AlertSettingsScreen() {
  const query = useQuery(alertSettingsQuery(useApi()))
  const mayWrite = useMay('READ_WRITE')
  const [savedCount, setSavedCount] = useState(0)
  return (
    <>
      <PageHead
        title="Alert settings"
        help="alerting"
        above={<AccountLink to="/accounts/$accountId/alerts">Alerts</AccountLink>}
      >
        <p className="text-soft">For every check and group of this account that has none of its own.</p>
      </PageHead>
      <Loaded query={query} what="the alert settings">
        {(settings) =>
          mayWrite ? (
            <SettingsForm
              key={savedCount}
              settings={settings}
              onSaved={() => setSavedCount(savedCount + 1)}
            />
          ) : (
            <InWords settings={settings} />
          )
        }
      </Loaded>
    </>
  )
}

function InWords({ settings }: { settings: Parameters<typeof settingsInWords>[0] }) {
  return (
    <Card title="In words">
      <p aria-live="polite">{settingsInWords(settings).join(' ')}</p>
    </Card>
  )
}

function SettingsForm({ settings, onSaved }: { settings: AlertSettings; onSaved: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const form = useFormState({ schema, initial: settings })
  const saving = useMutation({
    mutationFn: () => replaceAlertSettings(api, form.value),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: alertSettingsQuery(api).queryKey })
      toast('Saved. Applies to failing checks from their next run.')
      onSaved()
    },
  })
  const violations = violationsOf(saving.error)
  return (
    <GuardedForm
      form={form}
      isUnsaved={form.isChanged}
      onSubmit={() => saving.mutate()}
      className={formWidth}
    >
      <InWords settings={form.value} />
      <SchemaForm
        schema={schema}
        value={form.value}
        onChange={form.setValue}
        violations={violations}
        layout={alertSettingsLayout}
      />
      {saving.isError && violations.length === 0 ? <Failed error={saving.error} /> : null}
      <Button look="primary" type="submit" isBusy={saving.isPending} disabled={!form.isChanged}>
        Save
      </Button>
    </GuardedForm>
  )
}
