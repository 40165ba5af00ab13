/** As many fields as a multistep check can have of its own. */
export const richMultistep = {
  name: 'Orders',
  tags: ['a'],
  locations: ['eu-west-1'],
  frequency: 5,
  script: "import { test } from '@playwright/test'",
  scriptPath: 'tests/orders.spec.ts',
  dependencies: [{ path: 'lib/login.ts', content: 'export const login = 1' }],
  playwrightConfig: {
    timeout: 5_000,
    use: { baseURL: 'https://{{HOST}}', extraHTTPHeaders: { 'x-a': 'b' } },
  },
  runtimeId: '2026.04',
  environmentVariables: [{ key: 'K', value: 'v', secret: true }],
}
