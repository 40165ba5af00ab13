import { AlertChannelWrite } from '@sonde/schema/alerts/alert-channel.ts'
import { AlertSettingsAlone } from '@sonde/schema/alerts/alert-settings.ts'
import { channelTypes } from '@sonde/schema/alerts/alert.ts'
import { channelKinds } from '@sonde/schema/alerts/channel-config.ts'
import { MaintenanceWindowCreate } from '@sonde/schema/alerts/maintenance-window.ts'
import { MaintenanceUpdateCreate } from '@sonde/schema/alerts/maintenance.ts'
import { Type, type TSchema } from 'typebox'

/** The schemas of the forms around alerting: one per type of channel, the settings, maintenance. */
export const alertingDocuments: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(
    channelTypes.map((type) => [`CHANNEL_${type}`, channelForm(channelKinds[type].config)]),
  ),
  ALERT_SETTINGS: AlertSettingsAlone,
  MAINTENANCE_WINDOW: MaintenanceWindowCreate,
  MAINTENANCE_UPDATE: MaintenanceUpdateCreate,
}

/** The type is chosen before the form is opened, and subscriptions have their own part of the screen. */
function channelForm(config: TSchema): TSchema {
  const {
    type: _type,
    config: _config,
    subscriptions: _subscriptions,
    ...flags
  } = AlertChannelWrite.properties
  return Type.Object({ config, ...flags })
}
