"""Gets two pages of results with requests, in SerpApi's format (SVC_COMPAT=serpapi): python3 with_requests.py "how do tides work"."""
import os
import sys

import requests

url = os.environ.get("SVC_URL", "http://127.0.0.1:8080") + "/compat/serpapi/search.json"
key = os.environ["SVC_KEY"]
params = {"engine": "google", "q": " ".join(sys.argv[1:]) or "how do tides work", "gl": "us", "hl": "en"}

for _ in range(2):
    response = requests.get(url, params={**params, "api_key": key}, timeout=60)
    answer = response.json()
    if not response.ok:
        sys.exit(f"{answer['error']} ({answer.get('code')})")  # a captcha, a wrong key: never an empty list
    for row in answer.get("organic_results", []):
        print(row["position"], row["title"], row["link"], sep="\t")
    url = answer.get("serpapi_pagination", {}).get("next")  # an address of this service, without the key
    params = {}
    if url is None:
        break
