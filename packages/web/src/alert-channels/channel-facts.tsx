import { Card } from '../parts/card.tsx'
import type { AlertChannel } from '../resources/alert-channels.ts'
import { toWords } from '../schema-form/form-layout.ts'
import { sentKinds } from './channel-words.ts'

/** The channel for who may look at it and not change it. */
export function ChannelFacts({ channel }: { channel: AlertChannel }) {
  return (
    <Card title="Settings">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[12rem_1fr]">
        <dt className="text-soft">Events</dt>
        <dd>{sentKinds(channel) ?? 'nothing'}</dd>
        {Object.entries(channel.config).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{toWords(name)}</dt>
            <dd className="font-mono text-xs">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
