"""What a submission has besides the other papers: liability, volatility, arithmetic, hand rankings, the generator."""
