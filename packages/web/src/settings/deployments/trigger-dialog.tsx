import { dataCenterName } from '@sonde/schema/agents/location.ts'
import schema from 'sonde-schema:CreateDeploymentTrigger'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import { createTrigger, triggersKey } from '../../resources/deployment-triggers.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'
import { SchemaChoice, SchemaSwitch, SchemaText } from '../../small-form/schema-inputs.tsx'
import { TargetField } from './target-field.tsx'
import type { Target } from './target.ts'

const { useEnvironmentUrl, runLocation } = schema.properties ?? {}

type TriggerValue = {
  target: Target | null
  repoId: string
  repoName: string
  environmentRegexFilter: string
  environmentUrlRegexFilter: string
  /** One on each line. */
  allowedHosts: string
  useEnvironmentUrl: boolean
  runLocation: string
}

const empty: TriggerValue = {
  target: null,
  repoId: '',
  repoName: '',
  environmentRegexFilter: '',
  environmentUrlRegexFilter: '',
  allowedHosts: '',
  useEnvironmentUrl: useEnvironmentUrl?.default === true,
  runLocation: String(runLocation?.default ?? ''),
}

export function TriggerDialog({ onClose }: { onClose: () => void }) {
  const [value, setValue] = useState(empty)
  const toast = useToast()
  const saving = useWrite({
    write: createTrigger,
    stale: [triggersKey],
    onDone: ({ repoName }) => {
      toast(`Trigger for ${repoName} saved`)
      onClose()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  const text = (
    name: 'repoName' | 'repoId' | 'environmentRegexFilter' | 'environmentUrlRegexFilter',
    label: string,
  ) => <SchemaText {...field(name)} label={label} />
  return (
    <FormDialog
      title="New trigger"
      submitWord="Save"
      isWide
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(bodyOf(value))}
      onClose={onClose}
    >
      <TargetField
        value={value.target}
        error={
          mistakeAt(saving.error, 'checkId') === null && mistakeAt(saving.error, 'groupId') === null
            ? null
            : 'Choose what to run.'
        }
        onChange={(target) => setValue({ ...value, target })}
      />
      {text('repoName', 'Repository')}
      {text('repoId', 'Repository ID')}
      {text('environmentRegexFilter', 'Only environments whose name matches')}
      {text('environmentUrlRegexFilter', 'Only environments whose address matches')}
      <SchemaChoice
        {...field('runLocation')}
        label="Run from"
        words={(code) => `${dataCenterName(code) ?? code} (${code})`}
      />
      <SchemaSwitch {...field('useEnvironmentUrl')} label="Check the address of the deployment" />
      <SchemaText
        {...field('allowedHosts')}
        label="Allowed hosts"
        help="Hosts that can receive secrets and logins, in addition to the target of the check: one per line, such as *.preview.example.com."
        rows={2}
        isMono
      />
      <FormMistake
        error={saving.error}
        fields={[
          'checkId',
          'groupId',
          'repoId',
          'repoName',
          'environmentRegexFilter',
          'environmentUrlRegexFilter',
          'runLocation',
          'useEnvironmentUrl',
          'allowedHosts',
        ]}
      />
    </FormDialog>
  )
}

function bodyOf({ target, ...value }: TriggerValue): FormValue {
  return {
    ...value,
    allowedHosts: value.allowedHosts.split(/\s+/).filter((host) => host !== ''),
    environmentRegexFilter: value.environmentRegexFilter === '' ? null : value.environmentRegexFilter,
    environmentUrlRegexFilter:
      value.environmentUrlRegexFilter === '' ? null : value.environmentUrlRegexFilter,
    ...(target?.kind === 'check' ? { checkId: target.id } : {}),
    ...(target?.kind === 'group' ? { groupId: Number(target.id) } : {}),
  }
}
