import type { CliIo } from '@sonde/cli/cli-io.ts'
import type { Command } from 'commander'
import type { OperatorDeps } from './operator-deps.ts'

type Family = {
  commands: readonly string[]
  add(program: Command, deps: OperatorDeps & CliIo): Promise<void>
}

// In the order of the help. Loading the code of all takes a second, which whoever wants one of them need not wait for.
const families: readonly Family[] = [
  {
    commands: ['backup'],
    add: async (program, deps) => (await import('./backup.ts')).addBackupCommand(program, deps),
  },
  {
    commands: ['restore'],
    add: async (program, deps) => (await import('./restore.ts')).addRestoreCommand(program, deps),
  },
  {
    commands: ['rotate-key'],
    add: async (program, deps) => (await import('./rotate-key.ts')).addRotateKeyCommand(program, deps),
  },
  {
    commands: ['accounts'],
    add: async (program, deps) => (await import('./accounts.ts')).addAccountsCommand(program, deps),
  },
  {
    commands: ['servers'],
    add: async (program, deps) => (await import('./servers.ts')).addServersCommand(program, deps),
  },
  {
    commands: ['reset-password'],
    add: async (program, deps) =>
      (await import('./reset-password.ts')).addResetPasswordCommand(program, deps),
  },
  {
    commands: ['reset-second-factor'],
    add: async (program, deps) =>
      (await import('./reset-second-factor.ts')).addResetSecondFactorCommand(program, deps),
  },
  {
    commands: ['new-account'],
    add: async (program, deps) => (await import('./new-account.ts')).addNewAccountCommand(program, deps),
  },
  {
    commands: ['new-key'],
    add: async (program, deps) => (await import('./new-key.ts')).addNewKeyCommand(program, deps),
  },
  {
    commands: ['setup-link'],
    add: async (program, deps) => (await import('./setup-link.ts')).addSetupLinkCommand(program, deps),
  },
  {
    commands: ['deploy', 'diff', 'test', 'destroy', 'validate', 'schema', 'rename', 'adopt'],
    add: async (program, deps) =>
      (await import('@sonde/cli/as-code/as-code-commands.ts')).addAsCodeCommands(program, deps),
  },
  {
    commands: ['export', 'import'],
    add: async (program, deps) =>
      (await import('@sonde/cli/configuration-commands.ts')).addConfigurationCommands(program, deps),
  },
  {
    commands: ['import-uptime-kuma'],
    add: async (program, deps) =>
      (await import('@sonde/cli/uptime-kuma-command.ts')).addUptimeKumaCommand(program, deps),
  },
  {
    commands: ['link'],
    add: async (program, deps) => (await import('@sonde/cli/link-command.ts')).addLinkCommand(program, deps),
  },
]

/** Adds the command that is asked for, or, where it is none of them or the list of them, all. */
export async function addCommands(
  program: Command,
  asked: string | undefined,
  deps: OperatorDeps & CliIo,
): Promise<void> {
  const wanted = families.filter(({ commands }) => asked !== undefined && commands.includes(asked))
  for (const { add } of wanted.length === 0 ? families : wanted) await add(program, deps)
}
