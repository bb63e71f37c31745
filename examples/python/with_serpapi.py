"""Gets two pages of results with SerpApi's own client (pip install serpapi); only the line with its URL differs."""
import os
import sys

import serpapi

serpapi.Client.BASE_DOMAIN = os.environ.get("SVC_URL", "http://127.0.0.1:8080") + "/compat/serpapi"

client = serpapi.Client(api_key=os.environ["SVC_KEY"])
try:
    first = client.search(engine="google", q=" ".join(sys.argv[1:]) or "how do tides work", gl="us", hl="en")
except serpapi.HTTPError as error:
    sys.exit(str(error))  # a captcha, a wrong key: never an empty list

for page in [first, *first.yield_pages(max_pages=1)]:
    for row in page.get("organic_results", []):
        print(row["position"], row["title"], row["link"], sep="\t")
