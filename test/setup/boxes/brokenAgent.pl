# An agent in the Agent Client Protocol that ends its turns with what the word it is sent names.
use strict;
$| = 1;

sub reply { my ($id, $result) = @_; print qq({"jsonrpc":"2.0","id":$id,$result}\n) }
sub update { print qq({"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":$_[0]}}\n) }

my $long = 'x' x 3_000_000;
my %results = (
  empty => '"result":{}',
  null => '"result":null',
  number => '"result":{"stopReason":7}',
  long => qq("result":{"stopReason":"$long"}),
  error => qq("error":{"code":-32000,"message":"$long"}),
  nameless => '"error":{}',
  fine => '"result":{"stopReason":"end_turn"}',
);
my @updates = (
  '{}',
  '{"sessionUpdate":"agent_message_chunk"}',
  '{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":7}}',
  '{"sessionUpdate":"agent_message_chunk","content":{"type":"resource"}}',
  '{"sessionUpdate":"tool_call","toolCallId":7,"title":{}}',
  '{"sessionUpdate":"plan"}',
  '{"sessionUpdate":"plan","entries":[{}, 7, null]}',
);

while (my $line = <STDIN>) {
  my ($id) = $line =~ /"id":("[^"]*"|\d+)/ or next;
  if ($line =~ m{"method":"initialize"}) { reply($id, '"result":{"protocolVersion":1,"agentCapabilities":{}}') }
  elsif ($line =~ m{"method":"session/new"}) { reply($id, '"result":{"sessionId":"s"}') }
  elsif ($line =~ m{"method":"session/prompt".*"text":"(\w+)"}) {
    my $word = $1;
    update($_) for @updates;
    update('{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"said"}}');
    reply($id, $results{$word});
  }
}
