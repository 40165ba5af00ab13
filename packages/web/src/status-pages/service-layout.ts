import { TagsField } from '../check-form/tags-field.tsx'
import type { FormLayout } from '../schema-form/form-layout.ts'
import { FollowedChecksField } from './followed-checks-field.tsx'

export const serviceLayout: FormLayout = {
  sections: [
    { title: 'Service', fields: ['name'] },
    {
      title: 'Follows',
      help: 'The service shows the state of these checks automatically. Without checks it shows only the incidents that you open.',
      fields: ['follows.checkIds', 'follows.tags', 'follows.delayMinutes'],
    },
  ],
  fields: {
    name: { help: 'The name that your users know.', placeholder: 'Payments', isWide: true },
    'follows.checkIds': {
      label: 'Checks',
      help: 'All failing: major outage. Some failing: partial outage. Any degraded: degraded.',
      widget: FollowedChecksField,
      isWide: true,
    },
    'follows.tags': {
      label: 'Tags',
      rowLabel: 'Tag',
      help: 'Every check with one of these tags, including checks that get one later.',
      widget: TagsField,
      isWide: true,
    },
    'follows.delayMinutes': {
      label: 'Delay (minutes)',
      help: 'How long a check must fail before the page shows it. 0: at once.',
    },
  },
}
