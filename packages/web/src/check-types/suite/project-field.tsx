import { Facts } from '../../parts/facts.tsx'
import { HelpLink } from '../../parts/help/help-link.tsx'
import type { WidgetProps } from '../../schema-form/form-layout.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import { enginesInWords } from './suite-words.ts'

/** The project as its code says it: whoever wants another one deploys it. */
export function ProjectField({ label, error, form: { value } }: WidgetProps) {
  return (
    <section aria-label={label} className="border-line rounded-lg border p-3">
      <Facts facts={factsOf(value)} />
      <p className="text-soft mt-3 text-xs">
        The code and its commands come from your repository and are changed there, by a deploy.{' '}
        <HelpLink page="monitors/suite">How suites are made</HelpLink>
      </p>
      {error === null ? null : <p className="text-bad mt-2">{error}</p>}
    </section>
  )
}

function factsOf(value: FormValue): [string, string][] {
  const text = (field: string): string => {
    const own = value[field]
    return typeof own === 'string' ? own : ''
  }
  const { browsers } = value
  return [
    ['Test command', text('testCommand')],
    ['Install command', text('installCommand') || 'By the package manager of the project'],
    ['Folder', text('workingDir') || 'The root of the project'],
    ['Browsers', Array.isArray(browsers) && browsers.length > 0 ? browsers.join(', ') : 'None'],
    ['Engine', enginesInWords({ engine: text('engine'), version: text('engineVersion') })],
    ['Playwright', text('playwrightVersion') || 'As the lock file says'],
    ['Code bundle', text('codeBundlePath').split('/').at(-1)?.slice(0, 12) ?? ''],
  ]
}
