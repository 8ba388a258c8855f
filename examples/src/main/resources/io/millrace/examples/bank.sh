# The bank. Reads one JSON object, {"work":…,"attempt":…,"input":{"amount":…,"account":…}}, and answers with one.
# Status 0: paid. 75: not now, try again. The first argument names the ledger, if there is one.
request=$(cat)
field() { printf '%s' "$request" | sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
account=$(field account)
amount=$(field amount)

case $account in
  slow*)
    [ "$MILLRACE_ATTEMPT" -gt 1 ] || { echo "the bank of $account does not answer" >&2; exit 75; } ;;
  closed*)
    echo "the account $account is closed" >&2
    exit 75 ;;
esac

# After a crash the engine asks again for what may have been done already: the id of the work tells.
if [ -n "$1" ] && ! grep -q "^$MILLRACE_WORK " "$1" 2>/dev/null; then
  echo "$MILLRACE_WORK $amount $account" >>"$1"
fi
printf '{"reference":"T-%s","amount":%s}\n' "$MILLRACE_WORK" "$amount"
