/** Scenarios that need tools, prompts or resources that the product does not have; they run with fixtures. */
export const NEED_FIXTURES: readonly string[] = [
  'completion-complete',
  'http-custom-header-server-validation',
  'input-required-result-basic-elicitation',
  'input-required-result-basic-list-roots',
  'input-required-result-basic-sampling',
  'input-required-result-capability-check',
  'input-required-result-multi-round',
  'input-required-result-multiple-input-requests',
  'input-required-result-non-tool-request',
  'input-required-result-request-state',
  'input-required-result-result-type',
  'input-required-result-tampered-state',
  'json-schema-2020-12',
  'prompts-get-embedded-resource',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-with-image',
  'resources-read-binary',
  'resources-read-text',
  'resources-templates-read',
  'sep-2640-skills-directory:sep-2640-directory-read-subdir-mimetype',
  'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
  'server-stateless:sep-2575-missing-capability-http-400',
  'server-stateless:sep-2575-server-no-log-without-loglevel',
  'server-stateless:sep-2575-server-rejects-undeclared-capability',
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-required-task-error',
  'tasks-wire-fields',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-simple-text',
  'tools-call-with-progress',
]

const NO_CALLS_BACK = 'The server is stateless: it never sends a request of its own to a client of these revisions.'
const NO_LOGS = 'No tool sends logs to the client.'
const NO_SUBSCRIPTIONS =
  'Sessions would be needed to subscribe in these revisions; the newest one follows resources with subscriptions/listen.'

/** Scenarios that fail with the fixtures too, with the reason. */
export const EXPECTED_FAILURES: Readonly<Record<string, string>> = {
  'elicitation-sep1034-defaults': NO_CALLS_BACK,
  'elicitation-sep1330-enums': NO_CALLS_BACK,
  'logging-set-level': NO_LOGS,
  'resources-subscribe': NO_SUBSCRIPTIONS,
  'resources-unsubscribe': NO_SUBSCRIPTIONS,
  'tools-call-elicitation': NO_CALLS_BACK,
  'tools-call-sampling': NO_CALLS_BACK,
  'tools-call-with-logging': NO_LOGS,
}
