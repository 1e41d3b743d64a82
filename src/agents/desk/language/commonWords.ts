/** Words of ordinary sentences: never the name of a token, and never a typo of another word. */
export const COMMON = new Set(
  [
    'a an and are about after at as all any api address backed before biggest be buy by bag bought can create created creator',
    'called chain claim convert current do does deep eth ether earn earned far fee fees for from full get give go graduate',
    'graduation graduated had happened has have hold holder holders holds hour hours how i if impact in into is it its know last',
    'latest launch launched launches let like liquidity long made many market me mine money most much my named near need new',
    'newest next now of on one open or out over own owner people pool position positions prepare price progress put quote',
    'range real room rooms sale say saying sell selling share show sign sold some started still symbol talk talks tell than that',
    'the their them then there they this tick to today token tokens top trade traded trades trading up us use value volume wallet',
    'want was we were what whats when where which who whose why will with without worth would you your please right ok thanks',
    'hello hi key help recent recently cap raised raise supply biggest largest first per cent percent find info details eths',
    'safe scam rug legit risk risky risks trust lose loss danger dangerous swap exchange trade convert burn remove withdraw',
    'collect harvest add increase more less join chart graph news describe explain mean means work works instead make use using',
    'try could should would did done doing been being both each every very just only too also not no yes yeah nope sure maybe',
    'half quarter everything bag bags coin coins project cost costs pay paying pays free test faucet tokenomics mcap marketcap',
    'who what where his her them these those here again same other another between around under above below against wat is',
    'everyone anybody somebody anyone think good bad best worst top hot hottest trending popular list tell look looking up down',
    'page link website site docs document documents scope scopes rules rule chat topic about regarding concerning currently',
    'opening surcharge lock locked unlock creators developer dev team contract supplies mint minted graduates graduating target',
    'tvl lp api nft fdv apr apy roi dex il usd dollar dollars bucks gm wow lol difference please ok okay happen happens happened',
    'quick quickly cheap cheapest lowest highest smallest deepest wide narrow wallet wallets account accounts owner owners buyers',
    'v2 v3 v4 hook hooks buying plus minus goes tax taxes taxed narrower wider twice double',
    'stats statistics total count number alive dead gone today yesterday week month year minute minutes second seconds day days',
  ]
    .join(' ')
    .split(' '),
)
