import { Refusal } from '@sonde/actions/refusal.ts'
import { convertKuma } from '@sonde/schema/uptime-kuma/convert-kuma.ts'
import {
  kumaBytes,
  KumaConversion,
  KumaConversionOrder,
  kumaLimits,
} from '@sonde/schema/uptime-kuma/kuma-conversion.ts'
import { kumaDataOf, notKumaReason } from '@sonde/schema/uptime-kuma/kuma-data.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { limitUploads } from '../http/bodies/limited-uploads.ts'
import { answers } from '../http/operation.ts'
import { findThisServer } from '../locations/this-server.ts'

/** Changes nothing: the answer is what an import takes, and a report of what was left out. */
export function convertUptimeKumaRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/accounts/me/configuration/uptime-kuma',
    {
      bodyLimit: kumaBytes,
      schema: {
        summary: 'Convert the tables of Uptime Kuma to a configuration',
        description:
          'Stores nothing. The answer holds the configuration for `POST /v1/accounts/me/configuration`, and says what is different there and what has no place here.',
        tags: ['Accounts'],
        body: KumaConversionOrder,
        response: answers({ 200: KumaConversion }, 413),
      },
      config: { access: { kind: 'account', role: 'ADMIN' }, largeBody: kumaLimits },
      preParsing: limitUploads(kumaBytes),
    },
    async ({ body }): Promise<KumaConversion> => {
      const { version = '2', tables, locations = [], privateLocations = [] } = body
      const reason = notKumaReason(new Set(Object.keys(tables)))
      if (reason !== null) throw new Refusal('invalid-input', `The file ${reason}`)
      const thisServer = locations.length + privateLocations.length === 0 ? await findThisServer(deps) : null
      return convertKuma(
        kumaDataOf(version, (table) => tables[table] ?? []),
        { locations: thisServer === null ? locations : [thisServer], privateLocations },
      )
    },
  )
}
