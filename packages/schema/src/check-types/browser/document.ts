import { Type } from 'typebox'
import { Nullable, withoutDefault } from '../../validation/building-blocks.ts'
import { emptyTextAsNull, respelled, type Rule } from '../../validation/annotations.ts'
import { testFileSchemas } from '../playwright/test-file-schemas.ts'
import { GoldenFiles, goldenFilesRule } from './golden-files.ts'

/** A name of DNS or an address, with a port where that is not 443. */
const certificateHost = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::\d{1,5})?$/i

const sslCheckDomain = respelled(
  Nullable(Type.String({ maxLength: 300 }), {
    default: null,
    description:
      'The host whose certificate is watched, with its port if that is not 443: alerts tell before it expires.',
  }),
  emptyTextAsNull,
)

const domainRule: Rule = ({ sslCheckDomain: domain }) =>
  typeof domain !== 'string' || domain === '' || certificateHost.test(domain)
    ? []
    : [
        {
          path: 'sslCheckDomain',
          message: 'must be a host, such as shop.example.com or shop.example.com:8443',
        },
      ]

export const browserCheck = testFileSchemas({
  checkType: 'BROWSER',
  name: 'BrowserCheck',
  fields: { snapshots: Type.Optional(GoldenFiles), sslCheckDomain: Type.Optional(sslCheckDomain) },
  keptFields: {
    snapshots: Type.Optional(withoutDefault(GoldenFiles)),
    sslCheckDomain: Type.Optional(respelled(withoutDefault(sslCheckDomain), emptyTextAsNull)),
  },
  rules: [domainRule, goldenFilesRule],
})
