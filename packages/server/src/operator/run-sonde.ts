import { InterruptedWrite, PendingChanges } from '@sonde/cli/cli-failure.ts'
import { describeError } from '@sonde/store/engine/failures.ts'
import { Command, CommanderError } from 'commander'
import { shownAddress } from '../shown-address.ts'
import { readSettings } from '../settings.ts'
import { addCommands } from './add-commands.ts'
import { Cancelled } from './ask-person.ts'
import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure, UsageFailure } from './operator-failure.ts'

const exitCodes = { done: 0, failed: 1, usage: 2, changes: 3, interrupted: 130 } as const

/** The `sonde` command: what operators and users do from a shell. Returns the exit code. */
export async function runSonde(args: readonly string[], deps: OperatorDeps): Promise<number> {
  const program = new Command('sonde')
    .description('Manages a Sonde installation and its configuration')
    .version(deps.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => deps.stdout.write(text),
      writeErr: (text) => deps.stderr.write(text),
      outputError: (text, write) => write(toldMisuse(text, program, args[0])),
    })
  await addCommands(program, args[0], { ...deps, localAddress: () => localAddress(deps) })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return exitCodes.done
  } catch (error) {
    return tell(error, deps)
  }
}

function toldMisuse(text: string, program: Command, command: string | undefined): string {
  const isKnown = program.commands.some((known) => known.name() === command)
  const help = isKnown ? `run \`npx sonde ${command} --help\`` : 'run `npx sonde --help` for a list'
  return text
    .replace(/^error: /, 'sonde: ')
    .replace(
      /^sonde: (?:missing required argument|unknown (?:command|option)|too many arguments) .*$/m,
      `$&; ${help}`,
    )
}

/** Where a server that was started with the same environment listens; a mistake in other settings is no matter. */
function localAddress({ environment }: OperatorDeps): string {
  const read = readSettings({ HOST: environment['HOST'], PORT: environment['PORT'] })
  if (!read.ok) throw new OperatorFailure(read.mistakes.join('\nsonde: '))
  if (read.settings.port === 0) {
    throw new UsageFailure(
      'PORT: 0 does not say on which port the server listens; give its address with --url',
    )
  }
  return shownAddress(null, read.settings)
}

function tell(error: unknown, { stderr, signal }: OperatorDeps): number {
  // Help and version end in an error, too; what is wrong with the call was told already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
  if (error instanceof PendingChanges) return exitCodes.changes
  if (signal.aborted) {
    const message = error instanceof InterruptedWrite ? error.message : 'interrupted; nothing was changed'
    stderr.write(`sonde: ${message}\n`)
    return exitCodes.interrupted
  }
  if (error instanceof Cancelled) {
    stderr.write(`sonde: ${error.message}\n`)
    return exitCodes.interrupted
  }
  // Several mistakes in the settings are several lines; anything else is one.
  stderr.write(`sonde: ${error instanceof OperatorFailure ? error.message : describeError(error)}\n`)
  return error instanceof UsageFailure ? exitCodes.usage : exitCodes.failed
}
