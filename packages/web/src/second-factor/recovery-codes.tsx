import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { saveFile } from '../settings/export/save-file.ts'

/** Shown once, to be kept where the phone is not. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`
  return (
    <div className="space-y-3">
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe, such as your
        password manager. <strong>They are not shown again.</strong>
      </p>
      <ul
        aria-label="Recovery codes"
        className="border-line bg-raised grid gap-x-6 gap-y-1 rounded-md border p-3 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what="recovery codes" />
        <Button onClick={() => saveFile({ name: 'sonde-recovery-codes.txt', text, type: 'text/plain' })}>
          Download
        </Button>
      </div>
    </div>
  )
}
