import { isRecord } from '@sonde/ground/is-record.ts'
import { useQuery } from '@tanstack/react-query'
import { settingsInWords } from '../alert-settings/settings-in-words.ts'
import { useApi } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { alertSettingsQuery } from '../resources/alert-settings.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { valueAt } from '../schema-form/value-at.ts'
import { GroupNotice } from './group-notice.tsx'
import { useEffectiveValues } from './use-effective-values.ts'

/** Whether the account decides when to alert, with what that means now. */
export function GlobalAlertSettingsField({ value, label, error, form, onChange }: WidgetProps) {
  const { alertSettings, group, channels } = useEffectiveValues(form)
  const { data: ofAccount } = useQuery(alertSettingsQuery(useApi()))
  const settings = alertSettings.settings ?? ofAccount
  // Those that the choice leads to: of the account, or those in the fields below.
  const own = valueAt(form.value, 'alertSettings')
  const words = value === true ? ofAccount : isRecord(own) ? own : undefined
  return (
    <div className="space-y-3">
      <GroupNotice source={channels} group={group}>
        {settings === undefined ? null : `${settingsInWords(settings).join(' ')} `}The choice of the check
        itself, below, does not count while it is in the group.
      </GroupNotice>
      <CheckBox
        label={label}
        help={
          <>
            {words === undefined ? null : `${settingsInWords(words).join(' ')} `}
            <AccountLink to="/accounts/$accountId/alert-settings" className="underline">
              Alert settings of the account
            </AccountLink>
          </>
        }
        error={error}
        isChecked={value === true}
        onChange={onChange}
      />
    </div>
  )
}
