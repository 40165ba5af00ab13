import { Type } from 'typebox'
import { OneOf } from '../validation/building-blocks.ts'

/** What agents, and the one inside the server, read about the scripts of checks. */
export const scriptSettings = {
  SANDBOX: OneOf(['auto', 'namespaces', 'user', 'landlock', 'process'] as const, {
    default: 'auto',
    description:
      'How scripts are kept apart: auto takes the best that the machine offers, and never process, which is no boundary.',
  }),
  SANDBOX_UIDS: Type.String({
    default: '64100-64199',
    description: 'User ids that scripts run as when the agent is root.',
  }),
  SCRIPT_NETWORK: OneOf(['auto', 'firewall', 'stack', 'open'] as const, {
    default: 'auto',
    description:
      'How scripts are kept from denied targets: by a firewall, by a network of their own (stack), or, if open, not at all.',
  }),
  SCRIPT_CONCURRENCY: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 64,
      description: 'Runs with scripts at a time; by default as many as processors, and at least 2.',
    }),
  ),
  SCRIPT_POOL: Type.Integer({
    minimum: 0,
    maximum: 16,
    default: 2,
    description: 'Sandboxes that are kept ready once a first script has run.',
  }),
  RUNTIMES_DIR: Type.Optional(
    Type.String({ description: 'Folder with installed runtimes, each under its id.' }),
  ),
  RUNTIME_INSTALL: Type.Optional(
    OneOf(['start', 'demand'] as const, {
      description:
        'When a missing runtime of scripts is installed: in the background at the start, as agents do by default, or for the first run that needs it, as the server does.',
    }),
  ),
  CHROMIUM_PATH: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "Browser of browser checks; without it Playwright's own or the system's Chromium or Chrome.",
    }),
  ),
}
