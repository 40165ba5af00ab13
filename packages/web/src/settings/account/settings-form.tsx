import schema from 'sonde-schema:AccountSettingsPatch'
import { useState } from 'react'
import { useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  changeAccountSettings,
  accountSettingsKey,
  type AccountSettings,
} from '../../resources/account/account.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaChoice, SchemaSwitch } from '../../small-form/schema-inputs.tsx'
import { DefaultLocations } from './default-locations.tsx'

const readings: Readonly<Record<string, string>> = {
  '': 'Default: depends on the client',
  letter: 'Strict: omitted fields get their default',
  lenient: 'Lenient: omitted fields keep their value',
}

export function SettingsForm({ present }: { present: AccountSettings }) {
  const [value, setValue] = useState(present)
  const toast = useToast()
  const mayChange = useMay('ADMIN')
  const saving = useWrite({
    write: changeAccountSettings,
    stale: [accountSettingsKey],
    onDone: () => toast('Settings saved'),
  })
  const isOwner = useMay('OWNER')
  const isChanged =
    value.badgesEnabled !== present.badgesEnabled ||
    value.checkUpdateReading !== present.checkUpdateReading ||
    value.showChannelSecrets !== present.showChannelSecrets ||
    value.requireSecondFactor !== present.requireSecondFactor ||
    String(value.defaultLocations) !== String(present.defaultLocations)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(value)
      }}
    >
      <fieldset disabled={!mayChange} className="max-w-xl space-y-4">
        <legend className="sr-only">Settings of the account</legend>
        <SchemaSwitch
          schema={schema}
          name="badgesEnabled"
          label="Public badges"
          help="Everybody who knows the address of a badge sees the name and the status of its check or group."
          error={saving.error}
          value={value.badgesEnabled}
          onChange={(badgesEnabled) => setValue({ ...value, badgesEnabled })}
        />
        <SchemaChoice
          schema={schema}
          name="checkUpdateReading"
          label="PUT updates"
          help="What happens to the fields that a program leaves out when it updates a check."
          error={saving.error}
          value={value.checkUpdateReading ?? ''}
          words={(one) => readings[one] ?? one}
          onChange={(one) =>
            setValue({ ...value, checkUpdateReading: one === 'letter' || one === 'lenient' ? one : null })
          }
        />
        <DefaultLocations
          value={value.defaultLocations}
          error={saving.error}
          onChange={(defaultLocations) => setValue({ ...value, defaultLocations })}
        />
        <SchemaSwitch
          schema={schema}
          name="requireSecondFactor"
          label="Require a second factor"
          help="Members who sign in with a password need a code from an authenticator app, too. Those without one are signed out now and set it up at their next sign-in. API keys are not affected."
          error={saving.error}
          value={value.requireSecondFactor}
          onChange={(requireSecondFactor) => setValue({ ...value, requireSecondFactor })}
        />
        <fieldset disabled={!isOwner}>
          <legend className="sr-only">Only the owner can change this</legend>
          <SchemaSwitch
            schema={schema}
            name="showChannelSecrets"
            label="Show channel secrets to API keys"
            help="API keys of editors and above then read the secrets of alert channels in clear text. Programs such as Terraform need this to compare. Only the owner can change it."
            error={saving.error}
            value={value.showChannelSecrets}
            onChange={(showChannelSecrets) => setValue({ ...value, showChannelSecrets })}
          />
        </fieldset>
        <FormMistake
          error={saving.error}
          fields={[
            'badgesEnabled',
            'checkUpdateReading',
            'defaultLocations',
            'showChannelSecrets',
            'requireSecondFactor',
          ]}
        />
        {mayChange ? (
          <Button look="primary" type="submit" disabled={!isChanged} isBusy={saving.isPending}>
            Save
          </Button>
        ) : (
          <p className="text-soft">Only administrators can change these.</p>
        )}
      </fieldset>
    </form>
  )
}
