import { defineConfig } from 'checkly'

export default defineConfig({
  projectName: 'Shop',
  logicalId: 'team/shop#1',
  checks: { checkMatch: '**/*.check.js', locations: ['eu-west-1'] },
  cli: {
    ...(process.env.REPORTERS === undefined ? {} : { reporters: process.env.REPORTERS.split(',') }),
    ...(process.env.RUN_AT === undefined ? {} : { runLocation: process.env.RUN_AT }),
  },
})
