import { AlertChannelWrite } from '@sonde/schema/alerts/alert-channel.ts'
import { AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import { channelKinds, channelTypes } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdateCreate } from '@sonde/schema/alerts/maintenance.ts'
import { Type, type TSchema } from 'typebox'
import { formDocument } from './form-document.ts'

/** The schemas of the forms around alerting: the settings, maintenance. */
export const alertingDocuments: Readonly<Record<string, TSchema>> = {
  ALERT_SETTINGS: AlertSettingsAlone,
  MAINTENANCE_WINDOW: MaintenanceWindowCreate,
  MAINTENANCE_UPDATE: MaintenanceUpdateCreate,
}

/** What the screens have to know about each type of alert channel. */
export const channelKindFacts = channelTypes.map((type) => {
  const { name, sentence, titleFields } = channelKinds[type]
  return { type, name, sentence, titleFields }
})

/** What the form of each type of alert channel is made from. */
export const channelForms = Object.fromEntries(
  channelTypes.map((type) => {
    const { config, form, hasPresets = false } = channelKinds[type]
    return [type, { schema: formDocument(channelSchema(config)), fields: form, hasPresets }]
  }),
)

/** The type is chosen before the form is opened, and subscriptions have their own part of the screen. */
function channelSchema(config: TSchema): TSchema {
  const {
    type: _type,
    config: _config,
    subscriptions: _subscriptions,
    ...flags
  } = AlertChannelWrite.properties
  return Type.Object({ config, ...flags })
}
