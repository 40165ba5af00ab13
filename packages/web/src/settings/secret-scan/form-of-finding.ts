import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { queryOptions } from '@tanstack/react-query'
import { checkTypes } from '../../check-types/registry.ts'
import type { SecretFinding } from '../../resources/account/secret-scan.ts'
import type { FieldForm } from './field-words.ts'

type Place = Pick<SecretFinding, 'entityType' | 'checkType' | 'fieldPath'>

/** The form that has the field of a finding; null where that is a dialog. */
export function formOfFindingQuery(finding: Place) {
  const { entityType, checkType } = finding
  const ofChannel = entityType === 'ALERT_CHANNEL' ? configFieldOf(finding) : null
  return queryOptions({
    queryKey: ['form-of-finding', entityType, checkType, ofChannel],
    queryFn: () => loadForm(finding),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

async function loadForm(finding: Place): Promise<FieldForm | null> {
  const { entityType, checkType } = finding
  if (entityType === 'CHECK' && checkType !== null && isCheckType(checkType)) {
    return (await checkTypes[checkType].loadForm()).form
  }
  if (entityType === 'CHECK_GROUP') {
    const [{ default: schema }, { groupLayout: layout }] = await Promise.all([
      import('sonde-schema:check-group'),
      import('../../group-form/layout.ts'),
    ])
    return { schema, layout }
  }
  return entityType === 'ALERT_CHANNEL' ? loadChannelForm(configFieldOf(finding)) : null
}

/** A finding does not say of which type its channel is: the first one that has such a field names it. */
async function loadChannelForm(field: string): Promise<FieldForm | null> {
  const [{ default: forms }, { default: kinds }, { channelLayout }] = await Promise.all([
    import('sonde-schema:channel-forms'),
    import('sonde-schema:channel-kinds'),
    import('../../alert-channels/channel-layout.ts'),
  ])
  const kind = kinds.find(({ type }) => Object.hasOwn(forms[type].fields, field))
  if (kind === undefined) return null
  const form = forms[kind.type]
  return { schema: form.schema, layout: channelLayout(kind, form, { isNew: false }) }
}

/** `template` of `config.template` */
function configFieldOf({ fieldPath }: Place): string {
  return fieldPath.split(/[.[]/)[1] ?? ''
}
